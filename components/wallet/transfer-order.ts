/** What is asked for, by the card of one's own or the code that it goes to. */
export type Order = {
  fromCardUuid: string;
  amountCents: number;
  toCardUuid?: string;
  toCode?: string;
};
