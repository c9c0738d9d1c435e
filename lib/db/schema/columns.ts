import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  customType,
  foreignKey,
  jsonb,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Metadata } from "@/lib/base/metadata";

// Domains, created in drizzle/0000_schema.sql: Postgres rejects invalid values in every table.
const numberDomainColumn = (domain: string) =>
  customType<{ data: number; driverData: string }>({ dataType: () => domain, fromDriver: Number });

/** An amount or balance in minor units that a JavaScript number represents exactly. */
export const cents = numberDomainColumn("cents");
/** An amount in minor units, not 0. */
export const amountCents = numberDomainColumn("amount_cents");
/** The number of a card's change, from 1. */
export const sequenceNumber = numberDomainColumn("sequence_number");

/** A text column whose domain limits its length, format or values. */
export const textDomainColumn = <T extends string>(domain: string) =>
  customType<{ data: T }>({ dataType: () => domain });

export const currencyCode = textDomainColumn<string>("currency_code");
export const note = textDomainColumn<string>("note");
export const reference = textDomainColumn<string>("reference");

/** The caller's key-value pairs. */
export const metadata = (name: string) => jsonb(name).$type<Metadata>();

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Columns for the browser of a session and the session's expiration. */
export const browserColumns = () => ({
  userAgent: text("user_agent"),
  address: text("address"),
  createdAt: instant("created_at").notNull().defaultNow(),
  lastSeenAt: instant("last_seen_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
});

/** The condition of a check: the column is one of these values. */
export const oneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;

/** The foreign key of a table whose rows belong to a merchant's row of another table. */
export const ofRow = (
  merchantId: AnyPgColumn,
  id: AnyPgColumn,
  table: { merchantId: AnyPgColumn; id: AnyPgColumn },
) => foreignKey({ columns: [merchantId, id], foreignColumns: [table.merchantId, table.id] });
