import type { FieldValues } from "react-hook-form";
import { FormMoney, type InForm } from "@/components/form-text";
import { formatMoney } from "@/components/money";
import type { OwnCard } from "./types";

type Props<Typed extends FieldValues, Values> = InForm<Typed, Values> & { card: OwnCard };

/** Field for the amount to take from a card. */
export const AmountField = <Typed extends FieldValues, Values>({
  card,
  ...place
}: Props<Typed, Values>) => (
  <FormMoney
    {...place}
    label="Amount"
    help={`${formatMoney(card.balanceCents, card.currency)} is on this card.`}
    currency={card.currency}
  />
);
