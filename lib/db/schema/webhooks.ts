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
import { merchants } from "./merchants";

export const webhooks = pgTable(
  "webhooks",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    id: uuid("id").notNull(),
    url: text("url").notNull(),
    events: text("events").array().notNull(),
    active: boolean("active").notNull().default(true),
    /** Why it is not active: its receiver failed too often, or the merchant switched it off. */
    disabledReason: text("disabled_reason", { enum: ["failures", "merchant"] }),
    disabledAt: instant("disabled_at"),
    /** The signing secret under AES-256-GCM; see lib/webhooks/signature.ts. */
    sealedSecret: text("sealed_secret").notNull(),
    /** A secret that was made to replace it, signing beside it until the merchant switches. */
    sealedNextSecret: text("sealed_next_secret"),
    /** Exhausted deliveries in a row; a success or re-enabling resets it. */
    consecutiveFailures: integer("consecutive_failures").notNull().default(0),
    /** Since when no delivery has succeeded: what failed from then on counts as missed. */
    failingSince: instant("failing_since"),
    lastError: text("last_error"),
    /** Deleted for the merchant; housekeeping removes what it leaves behind, in small batches. */
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
    /** Attempts since it was queued or queued again. */
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull().defaultNow(),
    /** Until then an attempt is under way; past it, its process has died. */
    leasedUntil: instant("leased_until"),
    /** The bytes that are signed and sent, rendered at the first attempt. */
    body: text("body"),
    lastError: text("last_error"),
    /** When it was delivered, exhausted, held or dismissed. */
    settledAt: instant("settled_at"),
    /** When it first arrived, noted when it is queued again; until then `settled_at` tells. */
    deliveredAt: instant("delivered_at"),
    /** The merchant chose not to have it replayed. */
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
    /** From 1, over all of the delivery's attempts. */
    number: integer("number").notNull(),
    url: text("url").notNull(),
    /** The answer's, when there was one. */
    httpStatus: integer("http_status"),
    /** In words, when it failed. */
    error: text("error"),
    /** The beginning of the answer's body. */
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
