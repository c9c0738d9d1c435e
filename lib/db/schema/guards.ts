import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** Answers kept for 24 hours under the caller's Idempotency-Key, without secrets. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** Without a foreign key: it would lock the store's one row with each movement, for a day's note. */
    merchantId: uuid("merchant_id").notNull(),
    key: text("key").notNull(),
    fingerprint: bytea("fingerprint").notNull(),
    shape: text("shape", { enum: ["A", "B"] }).notNull(),
    requestId: text("request_id").notNull(),
    answer: jsonb("answer").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.key] }),
    index("idempotency_keys_age").on(t.createdAt),
    check("idempotency_keys_key", sql`char_length(${t.key}) between 1 and 255`),
  ],
);

/** The instants of a subject's last calls, at most one window's worth: an exact sliding window. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    /** `key:<id>`, `user:<id>`, or `<throttle>:<hash>` (lib/throttle/attempt-limits.ts). */
    subject: text("subject").notNull(),
    bucket: text("bucket").notNull(),
    hits: instant("hits").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.bucket] })],
);
