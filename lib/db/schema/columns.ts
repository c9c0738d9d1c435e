import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { customType, text, timestamp } from "drizzle-orm/pg-core";

// Domains, made in drizzle/0000_base.sql: Postgres refuses what is outside of them in every table.
const number = (domain: string) =>
  customType<{ data: number; driverData: string }>({ dataType: () => domain, fromDriver: Number });

/** An amount or balance in minor units, within what a JavaScript number holds exactly. */
export const cents = number("cents");
/** The same, and not 0. */
export const amountCents = number("amount_cents");
/** Of a change of a card, from 1. */
export const sequenceNumber = number("sequence_number");

/** A text that a domain bounds: by its length, its form or its words. */
export const bounded = <T extends string>(domain: string) =>
  customType<{ data: T }>({ dataType: () => domain });

export const currencyCode = bounded<string>("currency_code");
export const note = bounded<string>("note");

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
