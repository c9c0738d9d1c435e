"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "@/components/api";
import { useHydrated, useSubmit } from "@/components/forms";
import { formatMoney } from "@/components/money";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { controlClasses } from "@/components/ui/input";
import { MoneyInput } from "@/components/ui/money-input";
import { TextField } from "@/components/ui/text-field";
import { usePost } from "@/components/use-post";
import { amountOn } from "./amount";
import { GiftConfirmation, type GiftOrder, GiftSent } from "./gift-confirmation";
import { OneCard } from "./one-card";
import type { OwnCard, SentGift } from "./types";

const longestMessage = 500;

const schemaFor = (card: OwnCard) =>
  z.object({
    amountCents: amountOn(card),
    recipientEmail: z.email("Enter an e-mail address, such as you@example.com."),
    message: z
      .string()
      .check(z.maxLength(longestMessage, `Use at most ${longestMessage} characters.`)),
    deliverOn: z.string(),
  });

/** Sends a card's balance, or part of it, to somebody's address. */
export const GiftForm = ({ uuid }: { uuid: string }) => (
  <OneCard uuid={uuid} title="Send as a gift">
    {(card) => <Steps card={card} />}
  </OneCard>
);

type Typed = { amountCents: string; recipientEmail: string; message: string; deliverOn: string };
type GiftFields = UseFormReturn<Typed, unknown, GiftOrder>;

function Steps({ card }: { card: OwnCard }) {
  const client = useQueryClient();
  const send = usePost<object, SentGift>("/api/wallet/gifts");
  const [order, setOrder] = useState<GiftOrder | null>(null);
  const form: GiftFields = useForm({
    resolver: zodResolver(schemaFor(card)),
    defaultValues: { amountCents: "", recipientEmail: "", message: "", deliverOn: "" },
  });
  const { submit, failure, busy } = useSubmit(form, async ({ message, deliverOn, ...gift }) => {
    try {
      await send.mutateAsync({
        ...gift,
        cardUuid: card.uuid,
        ...(message && { message }),
        ...(deliverOn && {
          deliverOn,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
      });
    } catch (error) {
      // What was refused about a field is told at the field.
      if (error instanceof ApiError && error.fields.length > 0) setOrder(null);
      throw error;
    }
    await client.invalidateQueries({ queryKey: ["wallet"] });
  });
  if (send.data) return <GiftSent gift={send.data} />;
  if (!order) return <Fields card={card} form={form} onReview={setOrder} />;
  const step = { card, order, failure, busy, onBack: () => setOrder(null) };
  return <GiftConfirmation {...step} onSend={() => void submit()} />;
}

type FieldsProps = { card: OwnCard; form: GiftFields; onReview: (order: GiftOrder) => void };

function Fields({ card, form, onReview }: FieldsProps) {
  const hydrated = useHydrated();
  const { errors } = form.formState;
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((order) => onReview(order))}
      className="grid gap-5"
    >
      <Field
        label="Amount"
        help={`${formatMoney(card.balanceCents, card.currency)} is on this card.`}
        error={errors.amountCents?.message}
      >
        {(control) => (
          <MoneyInput {...control} currency={card.currency} {...form.register("amountCents")} />
        )}
      </Field>
      <TextField
        label="Their e-mail address"
        error={errors.recipientEmail?.message}
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.register("recipientEmail")}
      />
      <Field label="Message" optional error={errors.message?.message}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            className={`${controlClasses} h-auto py-2 md:h-auto`}
            {...form.register("message")}
          />
        )}
      </Field>
      <TextField
        label="Send the mail on"
        optional
        help="At nine in the morning, where you are. Left empty, it is sent now."
        error={errors.deliverOn?.message}
        type="date"
        {...form.register("deliverOn")}
      />
      <Button type="submit" variant="primary" disabled={!hydrated} className="w-full md:h-11">
        Review the gift
      </Button>
    </form>
  );
}
