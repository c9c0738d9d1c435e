import type { transfers } from "../db/schema/transfers";
import type { Instant } from "../ledger/records";

type Row = typeof transfers.$inferSelect;

/** One store's side of a transfer: its own card, and only the amount of the other side. */
export type Transfer = Pick<
  Row,
  | "id"
  | "direction"
  | "cardId"
  | "transactionId"
  | "amountCents"
  | "currency"
  | "counterAmountCents"
  | "counterCurrency"
  | "rate"
  | "rateAsOf"
> & { createdAt: Instant };
