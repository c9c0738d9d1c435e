import { sql } from "drizzle-orm";
import { check, date, numeric, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { currencyCode, instant } from "./columns";

/**
 * The European Central Bank's reference rates by day: how much of a currency one euro buys. Shared by all
 * stores. A stored day never changes.
 */
export const fxRates = pgTable(
  "fx_rates",
  {
    day: date("day").notNull(),
    currency: currencyCode("currency").notNull(),
    perEuro: numeric("per_euro").notNull(),
    keptAt: instant("kept_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.currency] }),
    check("fx_rates_positive", sql`${t.perEuro} > 0`),
  ],
);
