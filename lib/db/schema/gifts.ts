import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { amountCents, bytea, currencyCode, instant, note, oneOf } from "./columns";
import { consumerForeignKey } from "./consumers";

export const GIFT_STATUSES = ["pending", "accepted", "declined", "cancelled", "expired"] as const;

/** A gift between consumers at one store. While it is pending, its `gift_sent` transaction is, too. */
export const gifts = pgTable(
  "gifts",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    /** The gift's email in the outbox has the same id. */
    id: c.uuid("id").notNull(),
    status: c.text("status", { enum: GIFT_STATUSES }).notNull(),
    senderId: consumerForeignKey("sender_id"),
    cardId: c.uuid("card_id").notNull(),
    /** Checked by verify. A foreign key's error would hide that of the append-only trigger. */
    transactionId: c.uuid("transaction_id").notNull(),
    amountCents: amountCents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    recipientEmail: c.text("recipient_email").notNull(),
    message: note("message"),
    /** How the sender signed the gift and addressed the recipient; null for their emails. */
    senderName: c.text("sender_name"),
    recipientName: c.text("recipient_name"),
    /** The picture on the gift; null for the store's plain card. */
    design: c.text("design"),
    /** The hash of the token in the recipient's emailed link. */
    tokenHash: bytea("token_hash").notNull(),
    deliverAt: instant("deliver_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The card that got the money: the recipient's new card, or the card it was returned to. */
    settledCardId: c.uuid("settled_card_id"),
    /** The `gift_received` transaction on that card. */
    settledTransactionId: c.uuid("settled_transaction_id"),
    settledAt: instant("settled_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
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
    cardForeignKey(t.merchantId, t.cardId),
    cardForeignKey(t.merchantId, t.settledCardId),
    check("gifts_sender_name", sql`length(${t.senderName}) between 1 and 60`),
    check("gifts_recipient_name", sql`length(${t.recipientName}) between 1 and 60`),
    check("gifts_design", sql`length(${t.design}) between 1 and 40`),
    check("gifts_status_known", oneOf(t.status, GIFT_STATUSES)),
    check(
      "gifts_settled",
      sql`(${t.status} = 'pending') = (${t.settledAt} is null) and (${t.settledAt} is null) = (${t.settledCardId} is null) and (${t.settledAt} is null) = (${t.settledTransactionId} is null)`,
    ),
  ],
);
