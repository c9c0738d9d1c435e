"use client";

import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import * as z from "zod/mini";
import { parseMoney } from "@/components/money";
import { CurrencySelect } from "./currency-select";
import { Field } from "./ui/field";
import { MoneyInput } from "./ui/money-input";

type Typed = { currency: string; amountCents: string };

/** Reads the amount that was typed into minor units of the currency that was chosen beside it. */
export function withAmount<T extends Typed>(given: T, context: z.core.ParsePayload) {
  const parsed = parseMoney(given.amountCents, given.currency);
  if ("amountCents" in parsed) return { ...given, amountCents: parsed.amountCents };
  const { problem: message } = parsed;
  context.issues.push({ code: "custom", path: ["amountCents"], message, input: given });
  return z.NEVER;
}

/** What was typed so far in minor units; null while it is no amount. */
export function amountSoFar({ currency, amountCents }: Typed): number | null {
  const parsed = parseMoney(amountCents, currency);
  return "amountCents" in parsed ? parsed.amountCents : null;
}

type Props = {
  currency: string;
  onCurrency: (currency: string) => void;
  amount: UseFormRegisterReturn;
  errors: { amountCents?: { message?: string }; currency?: { message?: string } };
  help?: ReactNode;
};

/** An amount and its currency side by side. */
export const AmountFields = ({ currency, onCurrency, amount, errors, help }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3">
    <Field label="Amount" help={help} error={errors.amountCents?.message}>
      {(control) => <MoneyInput {...control} currency={currency} {...amount} />}
    </Field>
    <Field label="Currency" error={errors.currency?.message}>
      {(control) => (
        <CurrencySelect
          {...control}
          className="min-w-0"
          value={currency}
          onValueChange={onCurrency}
        />
      )}
    </Field>
  </div>
);
