"use client";

import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { AmountFields, amountSoFar, withAmount } from "@/components/amount-field";
import { lastFour } from "@/components/cards/words";
import { checkedBy, useSubmit } from "@/components/forms";
import { useLargeAmount } from "@/components/large-amount";
import { formatMoney } from "@/components/money";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import type { Customer } from "@/components/types";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { useCustomerRefresh } from "./refresh";

const NewGift = z.pipe(
  z.object({ currency: z.string(), amountCents: z.string() }),
  z.transform(withAmount),
);

/** Makes a card that is the customer's and activates it with the amount. */
export function GiveCardDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { merchant } = useSession();
  const refresh = useCustomerRefresh();
  const give = usePost("/api/portal/cards");
  const form = useForm({
    resolver: checkedBy(NewGift),
    defaultValues: { currency: merchant.currency, amountCents: "" },
  });
  const currency = form.watch("currency");
  const amountCents = amountSoFar(form.watch());

  const sending = useSubmit(form, async (gift) => {
    const wanted = { ...gift, count: 1, cardType: "digital", ownerEmail: customer.email };
    const [card] = (await give.mutateAsync(wanted)).cards;
    await refresh();
    onClose();
    if (!card) return;
    toast(`Card ending in ${lastFour(card.code)} given to ${customer.email}`, {
      href: `/cards/${card.uuid}`,
      label: "Open card",
    });
  });

  const { sending: checked, check } = useLargeAmount(sending, { currency, amountCents });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Give a card"
      description={`A new digital card that belongs to ${customer.email}, active at once. They get an e-mail with a link to see it.`}
    >
      <DialogForm
        {...checked}
        verb={
          <>Give a card{amountCents !== null && ` with ${formatMoney(amountCents, currency)}`}</>
        }
        onClose={onClose}
      >
        <AmountFields
          currency={currency}
          onCurrency={(next) => form.setValue("currency", next)}
          amount={form.register("amountCents")}
          errors={form.formState.errors}
        />
        {check}
      </DialogForm>
    </Dialog>
  );
}
