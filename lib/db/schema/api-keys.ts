import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { amountCents, bytea, cents, currencyCode, instant, ofRow } from "./columns";
import { merchantForeignKey } from "./merchants";

export const apiKeys = pgTable(
  "api_keys",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    name: c.text("name").notNull(),
    shape: c.text("shape", { enum: ["A", "B"] }).notNull(),
    scopes: c.text("scopes").array().notNull(),
    /** The parts of the key shown after creation: its beginning and its last four characters. */
    prefix: c.text("prefix").notNull(),
    last4: c.text("last4").notNull(),
    secretHash: bytea("secret_hash").notNull(),
    /** Requests per window as set by an operator; null is the standard limit, 0 is unlimited. */
    limitPerWindow: c.integer("limit_per_window"),
    /** Where the key is used, in the store's own words. */
    place: c.text("place"),
    /** The networks that may use the key; empty for everywhere. */
    addressRanges: c.text("address_ranges").array().notNull().default(sql`'{}'`),
    /** The largest amount of one movement and of a day, each in one direction; null for no limit. */
    maxMovementInCents: amountCents("max_movement_in_cents"),
    maxMovementOutCents: amountCents("max_movement_out_cents"),
    maxDayInCents: amountCents("max_day_in_cents"),
    maxDayOutCents: amountCents("max_day_out_cents"),
    createdBy: c.text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
    /** The key's replacement; prevents rolling a key twice. */
    replacedBy: c.uuid("replaced_by"),
    /** The last reminder of the expiry that the owners got, in days before it; null before the first. */
    remindedDaysBefore: c.integer("reminded_days_before"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("api_keys_id").on(t.id),
    // Finds keys to remind of, in all stores.
    index("api_keys_expiring")
      .on(t.expiresAt)
      .where(sql`${t.revokedAt} is null and ${t.replacedBy} is null`),
    check("api_keys_shape", sql`${t.shape} in ('A', 'B')`),
    check("api_keys_limit", sql`${t.limitPerWindow} between 0 and 1000`),
  ],
);

/** What a key with a limit per day moved on a day of the store's time zone, by currency. */
export const apiKeyDays = pgTable(
  "api_key_days",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    keyId: c.uuid("key_id").notNull(),
    day: c.date("day").notNull(),
    currency: currencyCode("currency").notNull(),
    inCents: cents("in_cents").notNull().default(sql`0`),
    outCents: cents("out_cents").notNull().default(sql`0`),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.keyId, t.day, t.currency] }),
    ofRow(t.merchantId, t.keyId, apiKeys),
  ],
);
