"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller, type UseFormReturn, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { amountSoFar, withAmount } from "@/components/amount-field";
import { cardTypes } from "@/components/cards/words";
import { CurrencyField } from "@/components/currency-field";
import { checkedBy, useSubmit } from "@/components/forms";
import { useLargeAmount } from "@/components/large-amount";
import { formatMoney, parseMoney } from "@/components/money";
import { usePost } from "@/components/queries";
import { useSession } from "@/components/session";
import { toast } from "@/components/toast";
import type { Card } from "@/components/types";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { TextField } from "@/components/ui/text-field";
import { CardTypeField } from "./card-type-field";
import { optionalEmail, optionalNote } from "./form-parts";
import { NewCodes } from "./new-codes";

const most = 100;

const Wanted = z.pipe(
  z.object({
    count: z.pipe(
      z.string().check(z.trim(), z.regex(/^\d{1,9}$/, "Enter a whole number.")),
      z.pipe(
        z.transform(Number),
        z
          .number()
          .check(
            z.refine((count) => count >= 1 && count <= most, `Enter a number from 1 to ${most}.`),
          ),
      ),
    ),
    currency: z.string(),
    cardType: z.enum(cardTypes),
    ownerEmail: optionalEmail,
    activates: z.boolean(),
    amountCents: z.string(),
    note: optionalNote,
  }),
  z.transform(({ activates, amountCents, note, ownerEmail, ...cards }, context) => {
    const owned = { ...cards, ownerEmail: cards.count === 1 ? ownerEmail : undefined };
    if (!activates) return owned;
    return withAmount({ ...owned, amountCents, note }, context);
  }),
);

type Typed = z.input<typeof Wanted>;
type Body = z.output<typeof Wanted>;

/** Makes cards alike, inactive or with an amount each, and shows their codes. */
export function CreateCardsDialog({ onClose }: { onClose: () => void }) {
  const { merchant } = useSession();
  const queries = useQueryClient();
  const [made, setMade] = useState<Card[]>([]);
  const create = usePost("/api/portal/cards");
  const form = useForm<Typed, unknown, Body>({
    resolver: checkedBy(Wanted),
    defaultValues: {
      count: "1",
      currency: merchant.currency,
      cardType: "digital",
      ownerEmail: "",
      activates: false,
      amountCents: "",
      note: "",
    },
  });
  const sending = useSubmit(form, async (body) => {
    const { cards } = await create.mutateAsync(body);
    void queries.invalidateQueries({ queryKey: ["cards"] });
    setMade(cards);
    const [card] = cards;
    if (card && cards.length === 1)
      toast("Card created", { href: `/cards/${card.uuid}`, label: "Open card" });
    else toast(`${cards.length} cards created`);
  });

  const typed = form.watch();
  const { sending: checked, check } = useLargeAmount(sending, {
    currency: typed.currency,
    amountCents: typed.activates ? amountSoFar(typed) : null,
    each: typed.count.trim() !== "1",
  });

  if (made.length > 0) return <NewCodes cards={made} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create cards"
      description="All alike, each with a code of its own."
    >
      <DialogForm {...checked} verb={<Verb form={form} busy={sending.busy} />} onClose={onClose}>
        <Kind form={form} />
        <Activation form={form} />
        {check}
      </DialogForm>
    </Dialog>
  );
}

type Part = { form: UseFormReturn<Typed, unknown, Body> };

/** How many of what. */
function Kind({ form }: Part) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-3">
        <TextField
          label="How many"
          help={`From 1 to ${most}.`}
          error={errors.count?.message}
          inputMode="numeric"
          autoComplete="off"
          {...form.register("count")}
        />
        <CurrencyField control={form.control} name="currency" />
      </div>
      <CardTypeField control={form.control} name="cardType" types={["digital", "physical"]} />
    </>
  );
}

/** Whether they can be spent at once, and by whom. */
function Activation({ form }: Part) {
  const { errors } = form.formState;
  const [activates, count, currency, amount] = form.watch([
    "activates",
    "count",
    "currency",
    "amountCents",
  ]);
  const parsed = parseMoney(amount, currency);
  const cards = Number(count);
  return (
    <>
      {count.trim() === "1" && (
        <TextField
          label="Owner's e-mail address"
          optional
          help={
            activates
              ? "They get an e-mail with a link to the card. Leave it empty to assign it later."
              : "They get an e-mail once the card is active. Leave it empty to assign it later."
          }
          error={errors.ownerEmail?.message}
          type="email"
          autoComplete="off"
          {...form.register("ownerEmail")}
        />
      )}
      <Controller
        control={form.control}
        name="activates"
        render={({ field }) => (
          <Checkbox
            checked={field.value}
            onCheckedChange={field.onChange}
            label="Activate with an amount"
            help="They can be redeemed at once. Without it they hold nothing until they are sold."
          />
        )}
      />
      {activates && (
        <>
          <Field
            label={count.trim() === "1" ? "Amount" : "Amount on each"}
            error={errors.amountCents?.message}
            help={
              "amountCents" in parsed &&
              cards > 1 &&
              cards <= most && (
                <span className="tabular-nums">
                  {cards} × {formatMoney(parsed.amountCents, currency)} ={" "}
                  <b className="font-semibold text-ink">
                    {formatMoney(parsed.amountCents * cards, currency)}
                  </b>
                </span>
              )
            }
          >
            {(control) => (
              <MoneyInput {...control} currency={currency} {...form.register("amountCents")} />
            )}
          </Field>
          <TextField
            label="Note"
            optional
            help="The card's owner sees it in the history."
            error={errors.note?.message}
            {...form.register("note")}
          />
        </>
      )}
    </>
  );
}

/** What the button will do, in numbers. */
function Verb({ form, busy }: Part & { busy: boolean }) {
  const [count, activates, amount, currency] = form.watch([
    "count",
    "activates",
    "amountCents",
    "currency",
  ]);
  const parsed = parseMoney(amount, currency);
  const cards = Number(count) === 1 ? "card" : `${count.trim()} cards`;
  const known = /^\d+$/.test(count.trim()) ? cards : "cards";
  if (busy) return `Creating ${known}…`;
  if (!activates || "problem" in parsed) return `Create ${known}`;
  return `Create ${known} with ${formatMoney(parsed.amountCents, currency)}`;
}
