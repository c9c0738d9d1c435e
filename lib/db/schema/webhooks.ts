import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { cents, currencyCode, instant, ofRow } from "./columns";
import { merchantForeignKey } from "./merchants";

/** Events of card changes, written by lib/ledger/post/emit.sql in the same transaction. */
export const events = pgTable(
  "events",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    event: c.text("event").notNull(),
    cardId: c.uuid("card_id").notNull(),
    sequence: c.bigint("sequence", { mode: "number" }).notNull(),
    transactionId: c.uuid("transaction_id"),
    amountCents: cents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    newBalanceCents: cents("new_balance_cents").notNull(),
    consumerEmail: c.text("consumer_email"),
    /** The trace of the request that caused it, if the operator collects traces. */
    traceparent: c.text("traceparent"),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("events_card").on(t.merchantId, t.cardId, t.sequence),
    // Finds events old enough to delete, at almost no cost for inserts.
    index("events_age").using("brin", t.createdAt),
    cardForeignKey(t.merchantId, t.cardId),
  ],
);

export const webhooks = pgTable(
  "webhooks",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    url: c.text("url").notNull(),
    events: c.text("events").array().notNull(),
    active: c.boolean("active").notNull().default(true),
    /** Why it is inactive: its endpoint failed too often, or the merchant disabled it. */
    disabledReason: c.text("disabled_reason", { enum: ["failures", "merchant"] }),
    disabledAt: instant("disabled_at"),
    /** The signing secret, encrypted with AES-256-GCM; see lib/domain/webhooks/sealed-secret.ts. */
    sealedSecret: c.text("sealed_secret").notNull(),
    /** The next secret during a rotation: requests are signed with both until the merchant switches. */
    sealedNextSecret: c.text("sealed_next_secret"),
    /** Exhausted deliveries in a row; a success or re-enabling resets it. */
    consecutiveFailures: c.integer("consecutive_failures").notNull().default(0),
    /** When the first of them was exhausted. */
    exhaustedSince: instant("exhausted_since"),
    /** When failed deliveries are retried, and how long they fail at least before it is disabled. */
    retrySchedule: c
      .text("retry_schedule", { enum: ["standard", "one_day", "three_days"] })
      .notNull()
      .default("standard"),
    disableAfterHours: c.integer("disable_after_hours").notNull().default(0),
    /** When deliveries started to fail; those that failed since then count as missed. */
    failingSince: instant("failing_since"),
    lastError: c.text("last_error"),
    /** When the merchant deleted it; housekeeping then deletes its rows in small batches. */
    deletedAt: instant("deleted_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    check("webhooks_events", sql`cardinality(${t.events}) >= 1`),
    check(
      "webhooks_retry_schedule",
      sql`${t.retrySchedule} in ('standard', 'one_day', 'three_days')`,
    ),
    check("webhooks_disable_after_hours", sql`${t.disableAfterHours} between 0 and 72`),
    check("webhooks_disabled", sql`${t.active} = (${t.disabledAt} is null)`),
  ],
);

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    webhookId: c.uuid("webhook_id").notNull(),
    eventId: c.uuid("event_id").notNull(),
    status: c.text("status", { enum: ["pending", "delivered", "failed", "held"] }).notNull(),
    /** Attempts since it was last queued. */
    attempts: c.integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    /** When the current attempt's lease ends. An expired lease means that its process died. */
    leasedUntil: instant("leased_until"),
    /** The bytes that are signed and sent, rendered at the first attempt. */
    body: c.text("body"),
    lastError: c.text("last_error"),
    /** When it was delivered, exhausted, held or dismissed. */
    settledAt: instant("settled_at"),
    /** When it was first delivered; set only if it is queued again. Otherwise see `settled_at`. */
    deliveredAt: instant("delivered_at"),
    /** When the merchant chose not to replay it. */
    dismissedAt: instant("dismissed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("webhook_deliveries_event").on(t.merchantId, t.webhookId, t.eventId),
    index("webhook_deliveries_due")
      .on(t.merchantId, t.webhookId, t.nextAttemptAt)
      .where(sql`${t.status} = 'pending'`),
    index("webhook_deliveries_log").on(t.merchantId, t.webhookId, t.id),
    index("webhook_deliveries_age").using("brin", t.createdAt),
    index("webhook_deliveries_missed")
      .on(t.merchantId, t.webhookId, t.id)
      .where(sql`${t.status} in ('held', 'failed') and ${t.dismissedAt} is null`),
    ofRow(t.merchantId, t.webhookId, webhooks),
    ofRow(t.merchantId, t.eventId, events),
    check(
      "webhook_deliveries_status",
      sql`${t.status} in ('pending', 'delivered', 'failed', 'held')`,
    ),
  ],
);

export const webhookAttempts = pgTable(
  "webhook_attempts",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    webhookId: c.uuid("webhook_id").notNull(),
    deliveryId: c.uuid("delivery_id").notNull(),
    /** Number of the attempt, from 1, over all of the delivery's attempts. */
    number: c.integer("number").notNull(),
    url: c.text("url").notNull(),
    /** The status of the response, if there was one. */
    httpStatus: c.integer("http_status"),
    /** The error message, if the attempt failed. */
    error: c.text("error"),
    /** The beginning of the response body. */
    excerpt: c.text("excerpt"),
    durationMs: c.integer("duration_ms").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("webhook_attempts_delivery").on(t.merchantId, t.deliveryId, t.id),
    index("webhook_attempts_webhook").on(t.merchantId, t.webhookId, t.createdAt),
    ofRow(t.merchantId, t.deliveryId, webhookDeliveries),
  ],
);
