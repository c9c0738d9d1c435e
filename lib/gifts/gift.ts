import { randomBytes } from "node:crypto";
import type { gifts } from "../db/schema/gifts";
import { env } from "../env";
import type { Instant } from "../ledger/records";
import { sha256 } from "../secrets";

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

const TOKEN_BYTES = 32;

/** A new token of a gift: its hash to keep, and the link that carries it after the #. */
export function newGiftToken(): { tokenHash: Uint8Array; link: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { tokenHash: hashOfGiftToken(token), link: `${env().appUrl}/wallet/gift#${token}` };
}

/** Fit for a look-up: a token of 256 random bits needs no slow hash. */
export const hashOfGiftToken = (token: string): Uint8Array => sha256(token);
