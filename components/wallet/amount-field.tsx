import type { ComponentProps } from "react";
import { formatMoney } from "@/components/money";
import { Field, MoneyInput } from "@/components/ui/field";
import type { OwnCard } from "./types";

type Props = Omit<ComponentProps<typeof MoneyInput>, "currency"> & {
  card: OwnCard;
  error: string | undefined;
};

/** How much of a card's balance is to leave it. */
export const AmountField = ({ card, error, ...input }: Props) => (
  <Field
    label="Amount"
    help={`${formatMoney(card.balanceCents, card.currency)} is on this card.`}
    error={error}
  >
    {(control) => <MoneyInput {...control} {...input} currency={card.currency} />}
  </Field>
);
