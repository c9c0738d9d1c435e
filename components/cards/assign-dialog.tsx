"use client";

import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { url } from "@/components/api";
import { checkedBy, useSubmit } from "@/components/forms";
import { formatMoney } from "@/components/money";
import { usePost } from "@/components/queries";
import { toast } from "@/components/toast";
import { typedEmail } from "@/components/typed";
import type { Card } from "@/components/types";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { TextField } from "@/components/ui/text-field";
import { useCardRefresh } from "./refresh";

const Owner = z.object({ email: typedEmail });

/** Makes a person the card's owner and invites them by e-mail. */
export function AssignDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const refresh = useCardRefresh(card.uuid);
  const claim = usePost(url("/api/v1/cards/{uuid}/claim", { uuid: card.uuid }));
  const form = useForm({ resolver: checkedBy(Owner), defaultValues: { email: "" } });

  const sending = useSubmit(form, async (body) => {
    const claimed = await claim.mutateAsync(body);
    await refresh();
    toast(`Assigned to ${claimed.ownerEmail ?? body.email}`);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Assign to a customer"
      description={`The card and its ${formatMoney(card.balanceCents, card.currency)} belong to them at once. They get an e-mail with a link to see it. It can't be assigned to anyone else later.`}
    >
      <DialogForm {...sending} verb="Assign card" onClose={onClose}>
        <TextField
          label="Customer's e-mail address"
          error={form.formState.errors.email?.message}
          type="email"
          autoComplete="off"
          {...form.register("email")}
        />
      </DialogForm>
    </Dialog>
  );
}
