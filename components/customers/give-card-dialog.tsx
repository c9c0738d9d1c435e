"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { toast } from "sonner";
import { z } from "zod";
import { AmountFields, amountSoFar, withAmount } from "@/components/amount-field";
import { post } from "@/components/api";
import { lastFour } from "@/components/cards/words";
import { useIdempotencyKey, useSubmit } from "@/components/forms";
import { formatMoney } from "@/components/money";
import { useSession } from "@/components/session";
import type { Card, Customer } from "@/components/types";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { useCustomerRefresh } from "./refresh";

const NewGift = z.object({ currency: z.string(), amountCents: z.string() }).transform(withAmount);

type Gift = z.output<typeof NewGift>;

/** Makes a card that is the customer's and activates it with the amount. */
export function GiveCardDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { merchant } = useSession();
  const refresh = useCustomerRefresh();
  const give = useGift(customer.email);
  const form = useForm({
    resolver: zodResolver(NewGift),
    defaultValues: { currency: merchant.currency, amountCents: "" },
  });
  const currency = form.watch("currency");
  const amountCents = amountSoFar(form.watch());

  const sending = useSubmit(form, async (gift) => {
    const card = await give.mutateAsync(gift);
    await refresh();
    toast(`Card ending in ${lastFour(card.code)} given to ${customer.email}`);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Give a card"
      description={`A new digital card that belongs to ${customer.email}, active at once. They get an e-mail with a link to see it.`}
    >
      <DialogForm
        {...sending}
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
      </DialogForm>
    </Dialog>
  );
}

/** Two requests, each under its own key: tried again, neither makes or loads a second card. */
function useGift(ownerEmail: string) {
  const creation = useIdempotencyKey();
  const activation = useIdempotencyKey();
  const made = useRef<Card | null>(null);
  return useMutation({
    mutationFn: async ({ currency, amountCents }: Gift) => {
      if (made.current?.currency !== currency) {
        const card = { currency, cardType: "digital", ownerEmail };
        made.current = await under(creation, card, (key) => post<Card>("/api/v1/cards", card, key));
      }
      const path = `/api/v1/cards/${made.current.uuid}/activate`;
      return under(activation, { path, amountCents }, (key) =>
        post<Card>(path, { amountCents }, key),
      );
    },
  });
}

async function under<Reply>(
  { keyFor, settle }: ReturnType<typeof useIdempotencyKey>,
  intent: unknown,
  send: (key: string) => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await send(keyFor(intent));
    settle();
    return reply;
  } catch (error) {
    settle(error);
    throw error;
  }
}
