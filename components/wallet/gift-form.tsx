"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useHydrated, useSubmit } from "@/components/forms";
import { formatMoney } from "@/components/money";
import { toast } from "@/components/toast";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { controlClasses } from "@/components/ui/input";
import { MoneyInput } from "@/components/ui/money-input";
import { RequestFailure } from "@/components/ui/request-failure";
import { TextField } from "@/components/ui/text-field";
import { usePost } from "@/components/use-post";
import { amountOn } from "./amount";
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
    {(card) => <Fields card={card} />}
  </OneCard>
);

function Fields({ card }: { card: OwnCard }) {
  const hydrated = useHydrated();
  const router = useRouter();
  const client = useQueryClient();
  const send = usePost<object, SentGift>("/api/wallet/gifts");
  const form = useForm({
    resolver: zodResolver(schemaFor(card)),
    defaultValues: { amountCents: "", recipientEmail: "", message: "", deliverOn: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const { submit, failure } = useSubmit(form, async ({ message, deliverOn, ...gift }) => {
    await send.mutateAsync({
      ...gift,
      cardUuid: card.uuid,
      ...(message && { message }),
      ...(deliverOn && {
        deliverOn,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    });
    await client.invalidateQueries({ queryKey: ["wallet"] });
    toast(`${formatMoney(gift.amountCents, card.currency)} is on its way`);
    router.push("/wallet/gifts");
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {failure && <RequestFailure error={failure} />}
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
      <p className="text-muted">
        The amount leaves your card now. If nobody accepts it within 30 days of the mail, or you
        take it back before, it returns.
      </p>
      <Button
        type="submit"
        variant="primary"
        disabled={!hydrated}
        busy={isSubmitting}
        className="w-full md:h-11"
      >
        Send the gift
      </Button>
    </form>
  );
}
