import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { bigint, customType, text, timestamp } from "drizzle-orm/pg-core";

/** An amount or balance in minor units. Postgres bounds it to what a JavaScript number holds exactly. */
export const cents = (name: string) => bigint(name, { mode: "number" });

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Of a browser that somebody is signed in with: what it is, and until when that counts. */
export const browserColumns = () => ({
  userAgent: text("user_agent"),
  address: text("address"),
  createdAt: instant("created_at").notNull().defaultNow(),
  lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
});

/** The condition of a check: the column holds one of these words. */
export const oneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;
