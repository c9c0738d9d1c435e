import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";
import { ofMerchant } from "./merchants";

export const apiKeys = pgTable(
  "api_keys",
  {
    merchantId: ofMerchant(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    shape: text("shape", { enum: ["A", "B"] }).notNull(),
    scopes: text("scopes").array().notNull(),
    /** What is shown of the key later on: its beginning and its last four characters. */
    prefix: text("prefix").notNull(),
    last4: text("last4").notNull(),
    secretHash: bytea("secret_hash").notNull(),
    /** An operator's limit for every window of this key; null keeps the published limits, 0 lifts them. */
    limitPerWindow: integer("limit_per_window"),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
    /** The key that takes this one's place: none is rolled twice. */
    replacedBy: uuid("replaced_by"),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("api_keys_id").on(t.id),
    check("api_keys_shape", sql`${t.shape} in ('A', 'B')`),
    check("api_keys_limit", sql`${t.limitPerWindow} between 0 and 1000`),
  ],
);
