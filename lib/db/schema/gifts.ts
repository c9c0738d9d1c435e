import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { amountCents, bytea, currencyCode, instant, note, oneOf } from "./columns";
import { consumers } from "./consumers";

export const GIFT_STATUSES = ["pending", "accepted", "declined", "cancelled", "expired"] as const;

/**
 * Money on its way from one consumer to another at a store. While it is pending, its `gift_sent`
 * is, and the money in escrow; lib/gifts/settle.ts ends both in one commit.
 */
export const gifts = pgTable(
  "gifts",
  {
    merchantId: uuid("merchant_id").notNull(),
    /** Its mail in the outbox has the same id. */
    id: uuid("id").notNull(),
    status: text("status", { enum: GIFT_STATUSES }).notNull(),
    senderId: uuid("sender_id")
      .notNull()
      .references(() => consumers.id),
    cardId: uuid("card_id").notNull(),
    /** Checked by verify; a foreign key would speak before the trigger that keeps the table. */
    transactionId: uuid("transaction_id").notNull(),
    amountCents: amountCents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    recipientEmail: text("recipient_email").notNull(),
    message: note("message"),
    /** Of the link that the recipient is mailed. */
    tokenHash: bytea("token_hash").notNull(),
    deliverAt: instant("deliver_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** Where the money went: the recipient's new card, or the card it was returned to. */
    settledCardId: uuid("settled_card_id"),
    /** The gift_received that took it there. */
    settledTransactionId: uuid("settled_transaction_id"),
    settledAt: instant("settled_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("gifts_token").on(t.tokenHash),
    uniqueIndex("gifts_transaction").on(t.merchantId, t.transactionId),
    index("gifts_card").on(t.merchantId, t.cardId, t.id),
    uniqueIndex("gifts_settled").on(t.merchantId, t.settledTransactionId),
    index("gifts_sender").on(t.senderId, t.id),
    index("gifts_recipient").on(t.recipientEmail, t.id),
    index("gifts_status").on(t.merchantId, t.status, t.id),
    index("gifts_due").on(t.expiresAt).where(sql`${t.status} = 'pending'`),
    foreignKey({
      columns: [t.merchantId, t.cardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.settledCardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
    check("gifts_status_known", oneOf(t.status, GIFT_STATUSES)),
    check(
      "gifts_settled",
      sql`(${t.status} = 'pending') = (${t.settledAt} is null) and (${t.settledAt} is null) = (${t.settledCardId} is null) and (${t.settledAt} is null) = (${t.settledTransactionId} is null)`,
    ),
  ],
);
