"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { z } from "zod";
import { ApiError } from "@/components/api";
import { CurrencySelect } from "@/components/currency-select";
import { useSubmit } from "@/components/forms";
import { useSession } from "@/components/session";
import { announceStore } from "@/components/shell/store-channel";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { usePost } from "@/components/use-post";

const NewStore = z.object({
  name: z.string().trim().min(1, "Enter the store's name.").max(100, "Use at most 100 characters."),
  currency: z.string(),
});

type NewStoreBody = z.infer<typeof NewStore> & { timeZone?: string };

/** Whether the browser's zone is one that the server does not know. */
const refusesZone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === "timeZone");

/** Creates one more store, and turns to it. */
export function CreateStoreDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const [leaving, setLeaving] = useState(false);
  const create = usePost<NewStoreBody, { merchantId: string }>("/api/portal/stores");
  const form = useForm({
    resolver: zodResolver(NewStore),
    defaultValues: { name: "", currency: merchant.currency },
  });
  const { errors, isSubmitting } = form.formState;

  const { submit, failure } = useSubmit(form, async (store) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const made = await create.mutateAsync({ ...store, timeZone }).catch((error: unknown) => {
      if (!refusesZone(error)) throw error;
      // In UTC then, until the settings say otherwise.
      return create.mutateAsync(store);
    });
    setLeaving(true);
    announceStore(made.merchantId);
    window.location.assign("/");
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create another store"
      description={`It has its own cards, keys, team and books. You are its owner; ${merchant.name} stays as it is.`}
    >
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Store name"
          error={errors.name?.message}
          autoComplete="off"
          {...form.register("name")}
        />
        <Field
          label="Currency"
          help="New cards start with it. A card of another currency can be made any time."
          error={errors.currency?.message}
        >
          {(control) => (
            <Controller
              control={form.control}
              name="currency"
              render={({ field }) => (
                <CurrencySelect {...control} value={field.value} onValueChange={field.onChange} />
              )}
            />
          )}
        </Field>
        {failure && <RequestFailure error={failure} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSubmitting || leaving}>
            Create store
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
