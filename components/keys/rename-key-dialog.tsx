"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { patch, url } from "@/components/api";
import { checkedBy, useSubmit } from "@/components/forms";
import type { ApiKey } from "@/components/keys/words";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { TextField } from "@/components/ui/text-field";
import { KeyName } from "./key-name";

const Typed = z.object({ name: KeyName });

type Props = { apiKey: ApiKey; onClose: () => void };

/** Gives a key another name; what uses it notices nothing. */
export function RenameKeyDialog({ apiKey, onClose }: Props) {
  const queries = useQueryClient();
  const form = useForm({ resolver: checkedBy(Typed), defaultValues: { name: apiKey.name } });
  const sending = useSubmit(form, async (typed) => {
    await patch(url("/api/portal/keys/{id}", { id: apiKey.id }), typed);
    await queries.invalidateQueries({ queryKey: ["keys"] });
    onClose();
  });
  return (
    <Dialog open onOpenChange={onClose} title={`Rename “${apiKey.name}”`}>
      <DialogForm {...sending} verb="Rename key" onClose={onClose}>
        <TextField
          label="Name"
          help="The key goes on working as before."
          error={form.formState.errors.name?.message}
          autoComplete="off"
          {...form.register("name")}
        />
      </DialogForm>
    </Dialog>
  );
}
