"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { patch } from "@/components/api";
import { useSubmit } from "@/components/forms";
import type { ApiKey } from "@/components/types";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { KeyName } from "./key-name";

const Typed = z.object({ name: KeyName });

type Props = { apiKey: ApiKey; onClose: () => void };

/** Gives a key another name; what uses it notices nothing. */
export function RenameKeyDialog({ apiKey, onClose }: Props) {
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (typed: z.output<typeof Typed>) => patch(`/api/portal/keys/${apiKey.id}`, typed),
  });
  const form = useForm({ resolver: zodResolver(Typed), defaultValues: { name: apiKey.name } });
  const { submit, failure } = useSubmit(form, async (typed) => {
    await rename.mutateAsync(typed);
    await queries.invalidateQueries({ queryKey: ["keys"] });
    onClose();
  });
  return (
    <Dialog open onOpenChange={onClose} title={`Rename “${apiKey.name}”`}>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Name"
          help="The key goes on working as before."
          error={form.formState.errors.name?.message}
          autoComplete="off"
          {...form.register("name")}
        />
        {failure && <RequestFailure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={rename.isPending}>
            Rename key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
