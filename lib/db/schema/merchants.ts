import { sql } from "drizzle-orm";
import { boolean, check, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { currencyCode, instant } from "./columns";

export const merchants = pgTable(
  "merchants",
  {
    id: uuid("id").primaryKey(),
    slug: text("slug").notNull().unique(),
    name: text("name").notNull(),
    currency: currencyCode("currency").notNull().default("USD"),
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Months until a balance expires after the last top-up; null means never. */
    validityMonths: integer("validity_months").default(60),
    transfersEnabled: boolean("transfers_enabled").notNull().default(false),
    /** `daily_totals` contains transactions before this time; later ones are summed from the ledger. */
    rolledUpUntil: instant("rolled_up_until"),
    /**
     * The time zone of the days in `daily_totals`. Differs from `timeZone` after a change, until
     * housekeeping has recomputed the days. Null until a day is closed.
     */
    closedZone: text("closed_zone"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [check("merchants_validity", sql`${t.validityMonths} between 1 and 1200`)],
);

/** The `merchant_id` column of a table whose rows belong to a store. */
export const ofMerchant = () =>
  uuid("merchant_id")
    .notNull()
    .references(() => merchants.id);
