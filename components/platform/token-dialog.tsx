"use client";

import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { put } from "@/components/api";
import { checkedBy, useSubmit } from "@/components/forms";
import { toast } from "@/components/toast";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { TextField } from "@/components/ui/text-field";
import { Secret, secretHelp, secretLabel } from "./secret";
import { TokenScopes } from "./token-scopes";
import type { Platform } from "./types";
import { usePlatformRefresh } from "./use-platform";
import { secretWords } from "./words";

type Props = { platform: Platform; onClose: () => void };

/** Gives the connection another token, once the shop has answered to it. */
export function TokenDialog({ platform, onClose }: Props) {
  const refresh = usePlatformRefresh();
  const { kind, address, name } = platform;
  const word = secretWords[kind];
  const save = useMutation({
    mutationFn: (body: { token: string }) =>
      put("/api/portal/platform", { kind, address, ...body }),
  });
  const form = useForm({
    resolver: checkedBy(z.object({ token: Secret })),
    defaultValues: { token: "" },
  });
  const sending = useSubmit(form, async (typed) => {
    await save.mutateAsync(typed);
    await refresh();
    toast(`${name} has a new ${word}`);
    onClose();
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Replace the ${word} of ${name}`}
      description="Scrip asks the shop with the new one first. Then it takes the place of the old one, and what waited goes on."
    >
      <DialogForm {...sending} verb={`Replace ${word}`} onClose={onClose}>
        <TextField
          label={secretLabel[kind]}
          help={secretHelp[kind]}
          error={form.formState.errors.token?.message}
          type="password"
          autoComplete="off"
          {...form.register("token")}
        />
        {kind === "shopify" && <TokenScopes />}
      </DialogForm>
    </Dialog>
  );
}
