import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bytea, instant } from "./columns";
import { merchantForeignKey } from "./merchants";

/** A month's liability in one currency, in minor units: as it was when the month was closed. */
export type ClosedTotals = {
  currency: string;
  openingCents: string;
  changes: Record<string, string>;
  closingCents: string;
};

/** Months that an owner closed, each chained to the one before by its hash (lib/ledger/closing/month-closings.sql). */
export const monthClosings = pgTable(
  "month_closings",
  (c) => ({
    merchantId: merchantForeignKey(),
    /** `YYYY-MM`, in the store's time zone at that time. */
    month: c.text("month").notNull(),
    /** When the month before ends; null for the first one, which includes everything earlier. */
    beginsAt: instant("begins_at"),
    endsAt: instant("ends_at").notNull(),
    transactions: c.bigint("transactions", { mode: "number" }).notNull(),
    totals: c.jsonb("totals").$type<ClosedTotals[]>().notNull(),
    previousHash: bytea("previous_hash"),
    hash: bytea("hash").notNull(),
    actor: c.text("actor").notNull(),
    closedAt: instant("closed_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.month] }),
    check("month_closings_month", sql`${t.month} ~ '^\\d{4}-(0[1-9]|1[0-2])$'`),
  ],
);

/** The hashes of a closed month's transactions, up to 1,000 a row, ordered by id. */
export const closedTransactions = pgTable(
  "closed_transactions",
  (c) => ({
    merchantId: merchantForeignKey(),
    month: c.text("month").notNull(),
    number: c.integer("number").notNull(),
    ids: c.uuid("ids").array().notNull(),
    hashes: bytea("hashes").array().notNull(),
    /** Without the notes, which can be redacted later. */
    hashesWithoutNotes: bytea("hashes_without_notes").array().notNull(),
  }),
  // Without a foreign key to the closing, which is written last, with their hash.
  (t) => [primaryKey({ columns: [t.merchantId, t.month, t.number] })],
);
