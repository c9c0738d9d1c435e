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
    /** Months a balance stays spendable after the last load; null is never-expiring. */
    validityMonths: integer("validity_months").default(60),
    transfersEnabled: boolean("transfers_enabled").notNull().default(false),
    /** Transactions before this instant are counted in `daily_totals`, later ones by the live tail. */
    rolledUpUntil: instant("rolled_up_until"),
    /**
     * The zone whose days `daily_totals` holds: what `timeZone` was when they were last closed, and
     * is again once housekeeping has closed them anew. Null until a day is closed.
     */
    closedZone: text("closed_zone"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [check("merchants_validity", sql`${t.validityMonths} between 1 and 1200`)],
);
