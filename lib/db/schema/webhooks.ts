import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { events } from "./events";
import { ofMerchant } from "./merchants";

export const webhooks = pgTable(
  "webhooks",
  {
    merchantId: ofMerchant(),
    id: uuid("id").notNull(),
    url: text("url").notNull(),
    events: text("events").array().notNull(),
    active: boolean("active").notNull().default(true),
    /** Why it is inactive: its endpoint failed too often, or the merchant disabled it. */
    disabledReason: text("disabled_reason", { enum: ["failures", "merchant"] }),
    disabledAt: instant("disabled_at"),
    /** The signing secret, encrypted with AES-256-GCM; see lib/webhooks/signature.ts. */
    sealedSecret: text("sealed_secret").notNull(),
    /** The next secret during a rotation: requests are signed with both until the merchant switches. */
    sealedNextSecret: text("sealed_next_secret"),
    /** Exhausted deliveries in a row; a success or re-enabling resets it. */
    consecutiveFailures: integer("consecutive_failures").notNull().default(0),
    /** When deliveries started to fail; those that failed since then count as missed. */
    failingSince: instant("failing_since"),
    lastError: text("last_error"),
    /** When the merchant deleted it; housekeeping then deletes its rows in small batches. */
    deletedAt: instant("deleted_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    check("webhooks_events", sql`cardinality(${t.events}) >= 1`),
    check("webhooks_disabled", sql`${t.active} = (${t.disabledAt} is null)`),
  ],
);

export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    webhookId: uuid("webhook_id").notNull(),
    eventId: uuid("event_id").notNull(),
    status: text("status", { enum: ["pending", "delivered", "failed", "held"] }).notNull(),
    /** Attempts since it was last queued. */
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    /** When the current attempt's lease ends. An expired lease means that its process died. */
    leasedUntil: instant("leased_until"),
    /** The bytes that are signed and sent, rendered at the first attempt. */
    body: text("body"),
    lastError: text("last_error"),
    /** When it was delivered, exhausted, held or dismissed. */
    settledAt: instant("settled_at"),
    /** When it was first delivered; set only if it is queued again. Otherwise see `settled_at`. */
    deliveredAt: instant("delivered_at"),
    /** When the merchant chose not to replay it. */
    dismissedAt: instant("dismissed_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
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
    foreignKey({
      columns: [t.merchantId, t.webhookId],
      foreignColumns: [webhooks.merchantId, webhooks.id],
    }),
    foreignKey({
      columns: [t.merchantId, t.eventId],
      foreignColumns: [events.merchantId, events.id],
    }),
    check(
      "webhook_deliveries_status",
      sql`${t.status} in ('pending', 'delivered', 'failed', 'held')`,
    ),
  ],
);

export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    webhookId: uuid("webhook_id").notNull(),
    deliveryId: uuid("delivery_id").notNull(),
    /** Number of the attempt, from 1, over all of the delivery's attempts. */
    number: integer("number").notNull(),
    url: text("url").notNull(),
    /** The status of the response, if there was one. */
    httpStatus: integer("http_status"),
    /** The error message, if the attempt failed. */
    error: text("error"),
    /** The beginning of the response body. */
    excerpt: text("excerpt"),
    durationMs: integer("duration_ms").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("webhook_attempts_delivery").on(t.merchantId, t.deliveryId, t.id),
    index("webhook_attempts_webhook").on(t.merchantId, t.webhookId, t.createdAt),
    foreignKey({
      columns: [t.merchantId, t.deliveryId],
      foreignColumns: [webhookDeliveries.merchantId, webhookDeliveries.id],
    }),
  ],
);
