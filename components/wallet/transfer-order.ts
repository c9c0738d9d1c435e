/** A transfer request. The target is one of the customer's own cards or a card code. */
export type Order = {
  fromCardUuid: string;
  amountCents: number;
  toCardUuid?: string;
  toCode?: string;
};
