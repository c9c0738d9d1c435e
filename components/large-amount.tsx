"use client";

import { type FormEventHandler, useState } from "react";
import { decimalsOf } from "@/lib/money";
import { formatMoney, parseMoney } from "./money";
import { Field } from "./ui/field";
import { MoneyInput } from "./ui/money-input";

// More than a gift card usually holds: rather a slip of the finger, and money is mailed at once.
const usualMost = 10_000;

type Sending = { submit: FormEventHandler<HTMLFormElement> };
type Asked = { currency: string; amountCents: number | null; each?: boolean | undefined };

/**
 * Has an amount above 10,000 major units typed twice before `sending` sends it: `check` stands below
 * the form's fields while it is asked for. `each`: the amount goes onto more than one card.
 */
export function useLargeAmount<T extends Sending>(sending: T, asked: Asked) {
  const { currency, amountCents, each = false } = asked;
  const [again, setAgain] = useState("");
  const [refused, setRefused] = useState(false);
  const large = amountCents !== null && amountCents > usualMost * 10 ** decimalsOf(currency);
  const parsed = parseMoney(again, currency);
  const matches = "amountCents" in parsed && parsed.amountCents === amountCents;

  const submit: FormEventHandler<HTMLFormElement> = (event) => {
    setRefused(large && !matches);
    if (!large || matches) return sending.submit(event);
    event.preventDefault();
  };
  const check = large && (
    <Field
      label={`This is ${formatMoney(amountCents, currency)}${each ? " on each card" : ""}. Type the amount again`}
      {...(refused && !matches && { error: "The two amounts are not the same." })}
    >
      {(control) => (
        <MoneyInput
          {...control}
          currency={currency}
          value={again}
          onChange={(event) => setAgain(event.target.value)}
        />
      )}
    </Field>
  );
  return { sending: { ...sending, submit }, check };
}
