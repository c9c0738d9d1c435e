import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";

/** Responses stored for 24 hours by the caller's Idempotency-Key, without secrets. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  (c) => ({
    /** Has no foreign key, which would lock the store's row with every movement. */
    merchantId: c.uuid("merchant_id").notNull(),
    key: c.text("key").notNull(),
    fingerprint: bytea("fingerprint").notNull(),
    /** The path of the request, always a POST; null in rows of the release before. */
    path: c.text("path"),
    shape: c.text("shape", { enum: ["A", "B"] }).notNull(),
    requestId: c.text("request_id").notNull(),
    answer: c.jsonb("answer").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.key] }),
    index("idempotency_keys_age").on(t.createdAt),
    check("idempotency_keys_key", sql`char_length(${t.key}) between 1 and 255`),
  ],
);

/** The timestamps of a subject's last requests, for at most one window: an exact sliding window. */
export const rateLimits = pgTable(
  "rate_limits",
  (c) => ({
    /** `key:<id>`, `user:<id>`, or `<throttle>:<hash>` (lib/domain/limits/attempt-limits.ts). */
    subject: c.text("subject").notNull(),
    /** The limit's name, such as `money`. */
    name: c.text("bucket").notNull(),
    hits: instant("hits").array().notNull(),
  }),
  (t) => [primaryKey({ columns: [t.subject, t.name] })],
);
