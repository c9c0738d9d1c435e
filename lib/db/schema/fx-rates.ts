import { sql } from "drizzle-orm";
import { check, date, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * The European Central Bank's reference rates by day: how much of a currency one euro buys. Of no
 * store; a day that was kept is never changed.
 */
export const fxRates = pgTable(
  "fx_rates",
  {
    day: date("day").notNull(),
    currency: text("currency").notNull(),
    perEuro: numeric("per_euro").notNull(),
    keptAt: instant("kept_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.currency] }),
    check("fx_rates_currency", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check("fx_rates_positive", sql`${t.perEuro} > 0`),
  ],
);
