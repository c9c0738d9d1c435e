"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, post } from "@/components/api";
import { useHydrated, useSubmit } from "@/components/forms";
import { formatMoney } from "@/components/money";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { MoneyInput } from "@/components/ui/money-input";
import { RequestFailure } from "@/components/ui/request-failure";
import { Select } from "@/components/ui/select";
import { amountOn } from "./amount";
import { CodeField } from "./code-field";
import { OneCard } from "./one-card";
import { TransferConfirmation } from "./transfer-confirmation";
import type { Order } from "./transfer-order";
import type { OwnCard, TransferQuote } from "./types";
import { useCards } from "./use-cards";
import { stateOf } from "./words";

const byCode = "code";

const schemaFor = (card: OwnCard) =>
  z
    .object({ amountCents: amountOn(card), target: z.string(), toCode: z.string().check(z.trim()) })
    .check(
      z.refine(({ target, toCode }) => target !== byCode || toCode !== "", {
        path: ["toCode"],
        message: "Enter the code of the other card.",
      }),
    );

/** Moves a card's balance, or part of it, to a card of another store. */
export const TransferForm = ({ uuid }: { uuid: string }) => (
  <OneCard uuid={uuid} title="Move to another store">
    {(card) => <Steps card={card} />}
  </OneCard>
);

type Quoted = { order: Order; quote: TransferQuote };

function Steps({ card }: { card: OwnCard }) {
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  return quoted ? (
    <TransferConfirmation {...quoted} onBack={() => setQuoted(null)} />
  ) : (
    <Fields card={card} onQuoted={setQuoted} />
  );
}

function Fields({ card, onQuoted }: { card: OwnCard; onQuoted: (quoted: Quoted) => void }) {
  const hydrated = useHydrated();
  const cards = useCards();
  const others = (cards.data?.cards ?? []).filter((one) => takes(one, card));
  const form = useForm({
    resolver: zodResolver(schemaFor(card)),
    defaultValues: { amountCents: "", target: byCode, toCode: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const target = form.watch("target");
  const { submit, failure } = useSubmit(form, async ({ amountCents, target, toCode }) => {
    const where = target === byCode ? { toCode } : { toCardUuid: target };
    const order = { fromCardUuid: card.uuid, amountCents, ...where };
    try {
      const quote = await post<TransferQuote>("/api/wallet/transfers/quote", order);
      onQuoted({ order, quote });
    } catch (error) {
      if (!(error instanceof ApiError) || !error.fields.some(({ path }) => path === "toCode")) {
        throw error;
      }
      form.setError("toCode", {
        message: "No card with this code takes balance from other stores.",
      });
    }
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
      {others.length > 0 && (
        <Field label="To">
          {(control) => (
            <Controller
              control={form.control}
              name="target"
              render={({ field }) => (
                <Select
                  {...control}
                  value={field.value}
                  onValueChange={field.onChange}
                  options={[
                    ...others.map((one) => ({ value: one.uuid, label: nameOf(one) })),
                    { value: byCode, label: "A card whose code I have" },
                  ]}
                />
              )}
            />
          )}
        </Field>
      )}
      {target === byCode && (
        <CodeField
          label="Code of the other card"
          error={errors.toCode?.message}
          {...form.register("toCode")}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={!hydrated}
        busy={isSubmitting}
        className="w-full md:h-11"
      >
        See what arrives
      </Button>
    </form>
  );
}

const takes = (one: OwnCard, from: OwnCard): boolean =>
  one.store.slug !== from.store.slug &&
  one.store.transfersEnabled &&
  (stateOf(one) === null || stateOf(one) === "Used up");

const nameOf = ({ store, currency, last4 }: OwnCard) => `${store.name}, ${currency} •••• ${last4}`;
