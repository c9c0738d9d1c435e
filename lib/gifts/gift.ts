import type { gifts } from "../db/schema/gifts";
import type { Instant } from "../ledger/records";

type Row = typeof gifts.$inferSelect;

export type Gift = Pick<
  Row,
  | "id"
  | "merchantId"
  | "status"
  | "cardId"
  | "transactionId"
  | "amountCents"
  | "currency"
  | "recipientEmail"
  | "message"
> & {
  senderEmail: string;
  deliverAt: Instant;
  expiresAt: Instant;
  settledAt: Instant | null;
  createdAt: Instant;
};

/** How long a gift waits, from its delivery on (design, Gifts). */
export const GIFT_DAYS = 30;
