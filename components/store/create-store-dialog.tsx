"use client";

import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { DialogForm } from "@/components/action-dialog";
import { ApiError } from "@/components/api";
import { CurrencyField, storeCurrencyHelp } from "@/components/form-fields";
import { typedStoreName } from "@/components/form-schemas";
import { FormText } from "@/components/form-text";
import { checkedBy, useSubmit } from "@/components/forms";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { announceStore } from "@/components/shell/store-channel";
import { Dialog } from "@/components/ui/dialog";

const NewStore = z.object({
  name: typedStoreName,
  currency: z.string(),
});

/** True if the server rejected the browser's time zone. */
const refusesZone = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === "timeZone");

/** Creates another store and switches to it. */
export function CreateStoreDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const [leaving, setLeaving] = useState(false);
  const create = usePost("/api/portal/stores");
  const form = useForm({
    resolver: checkedBy(NewStore),
    defaultValues: { name: "", currency: merchant.currency },
  });

  const sending = useSubmit(form, async (store) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const made = await create.mutateAsync({ ...store, timeZone }).catch((error: unknown) => {
      if (!refusesZone(error)) throw error;
      // Without a time zone, the store starts in UTC. It can be changed in the settings.
      return create.mutateAsync(store);
    });
    setLeaving(true);
    announceStore(made.merchantId);
    window.location.assign("/");
  });

  return (
    <Dialog
      onClose={onClose}
      title="Create another store"
      description={`It has its own cards, keys, team and books. You are its owner; ${merchant.name} stays as it is.`}
    >
      <DialogForm {...sending} busy={sending.busy || leaving} verb="Create store" onClose={onClose}>
        <FormText form={form} name="name" label="Store name" autoComplete="off" />
        <CurrencyField form={form} name="currency" help={storeCurrencyHelp} />
      </DialogForm>
    </Dialog>
  );
}
