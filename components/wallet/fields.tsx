import type { FieldValues } from "react-hook-form";
import { type FieldInForm, FormMoney, FormText } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import type { OwnCard } from "./types";

export const AmountField = <Typed extends FieldValues, Values>({
  card: { balanceCents, availableCents, currency },
  ...place
}: FieldInForm<Typed, Values> & { card: OwnCard }) => (
  <FormMoney
    {...place}
    label="Amount"
    help={`${formatMoney(availableCents, currency)} ${availableCents < balanceCents ? "can be spent now" : "is on this card"}.`}
    currency={currency}
  />
);

/** Field for a printed card code, with or without dashes. */
export const CodeField = <Typed extends FieldValues, Values>({
  label = "Code on the card",
  ...place
}: FieldInForm<Typed, Values> & { label?: string }) => (
  <FormText
    {...place}
    label={label}
    help="As printed on the card, with or without dashes."
    className="font-mono tracking-wider uppercase placeholder:normal-case"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={64}
  />
);
