import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";
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
