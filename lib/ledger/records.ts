import type { cards } from "../db/schema/cards";
import type { transactions } from "../db/schema/transactions";

type CardRow = typeof cards.$inferSelect;
type TransactionRow = typeof transactions.$inferSelect;

export type CardStatus = CardRow["status"];
export type CardType = CardRow["cardType"];
export type TransactionType = TransactionRow["type"];
export type TransactionStatus = TransactionRow["status"];
export type CounterAccount = TransactionRow["counterAccount"];

/** A card in the domain. Presenters decrypt `sealedCode`. */
export type Card = Pick<
  CardRow,
  | "id"
  | "merchantId"
  | "currency"
  | "balanceCents"
  | "status"
  | "cardType"
  | "expiresOn"
  | "sequence"
  | "sealedCode"
> & { ownerEmail: string | null; createdAt: Instant; updatedAt: Instant };

export type Transaction = Pick<
  TransactionRow,
  | "id"
  | "cardId"
  | "sequence"
  | "type"
  | "status"
  | "amountCents"
  | "currency"
  | "balanceAfterCents"
  | "note"
  | "referenceId"
  | "source"
  | "transferId"
> & { createdAt: Instant };

/** A Date from a row, or an ISO string from an answer created in the database. */
export type Instant = Date | string;

export type Moved = { card: Card; transaction: Transaction; previousBalanceCents: number };
