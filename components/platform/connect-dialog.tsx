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
import { TextLink } from "@/components/ui/text-link";
import { Secret, secretHelp, secretLabel } from "./secret";
import { TokenScopes } from "./token-scopes";
import type { PlatformKind } from "./types";
import { usePlatformRefresh } from "./use-platform";

type Connecting = { kind: PlatformKind; address: string; token: string };
const addresses: Record<PlatformKind, { label: string; help: string; missing: string }> = {
  shopify: {
    label: "Shop domain",
    help: "The one that ends in .myshopify.com.",
    missing: "Enter the shop's domain.",
  },
  http: {
    label: "URL",
    help: "Where the shop answers the protocol. https at a public host.",
    missing: "Enter the shop's URL.",
  },
};

/** Connects a shop, once it has answered to the token. */
export function ConnectDialog({ kind, onClose }: { kind: PlatformKind; onClose: () => void }) {
  const refresh = usePlatformRefresh();
  const { label, help, missing } = addresses[kind];
  const isShopify = kind === "shopify";
  const connect = useMutation({
    mutationFn: (body: Connecting) => put("/api/portal/platform", body),
  });
  const form = useForm({
    resolver: checkedBy(
      z.object({
        address: z.string().check(z.trim(), z.minLength(1, missing)),
        token: Secret,
      }),
    ),
    defaultValues: { address: "", token: "" },
  });
  const sending = useSubmit(form, async (typed) => {
    const { connection } = await connect.mutateAsync({ kind, ...typed });
    await refresh();
    toast(`${connection.name} connected`);
    onClose();
  });
  const { errors } = form.formState;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={isShopify ? "Connect Shopify" : "Connect another shop"}
      description="Scrip asks the shop before it saves anything. Cards that are active already are created there when you say so."
    >
      <DialogForm {...sending} verb="Connect" onClose={onClose}>
        <TextField
          label={label}
          help={help}
          error={errors.address?.message}
          placeholder={isShopify ? "example.myshopify.com" : "https://shop.example.com/gift-cards"}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          {...form.register("address")}
        />
        <TextField
          label={secretLabel[kind]}
          help={secretHelp[kind]}
          error={errors.token?.message}
          type="password"
          autoComplete="off"
          {...form.register("token")}
        />
        {isShopify ? (
          <TokenScopes />
        ) : (
          <p className="text-sm text-muted">
            What the shop has to answer stands under{" "}
            <TextLink href="/docs/own-shop">A shop of your own</TextLink>.
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}
