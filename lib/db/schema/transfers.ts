import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { amountCents, currencyCode, instant, oneOf } from "./columns";
import { merchants } from "./merchants";

export const TRANSFER_DIRECTIONS = ["out", "in"] as const;

/**
 * One side of a transfer: each of the two stores has its own row with the same id. A row has its own store's
 * card, and only the store, amount and currency of the other side.
 */
export const transfers = pgTable(
  "transfers",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    direction: c.text("direction", { enum: TRANSFER_DIRECTIONS }).notNull(),
    cardId: c.uuid("card_id").notNull(),
    /** Checked by verify. A foreign key's error would hide that of the append-only trigger. */
    transactionId: c.uuid("transaction_id").notNull(),
    amountCents: amountCents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    counterMerchantId: c
      .uuid("counter_merchant_id")
      .notNull()
      .references(() => merchants.id),
    counterAmountCents: amountCents("counter_amount_cents").notNull(),
    counterCurrency: currencyCode("counter_currency").notNull(),
    /** Units of the receiving currency per unit of the sending one; null if they are the same. */
    rate: c.text("rate"),
    rateAsOf: c.date("rate_as_of"),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("transfers_counter").on(t.merchantId, t.counterMerchantId, t.id),
    index("transfers_card").on(t.merchantId, t.cardId, t.id),
    index("transfers_transaction").on(t.merchantId, t.transactionId),
    cardForeignKey(t.merchantId, t.cardId),
    check("transfers_direction", oneOf(t.direction, TRANSFER_DIRECTIONS)),
    check("transfers_other_store", sql`${t.counterMerchantId} <> ${t.merchantId}`),
    check("transfers_rate", sql`(${t.rate} is null) = (${t.currency} = ${t.counterCurrency})`),
    check("transfers_rate_day", sql`(${t.rate} is null) = (${t.rateAsOf} is null)`),
  ],
);

/** The European Central Bank's rates by day: what one euro buys. A stored day never changes. */
export const fxRates = pgTable(
  "fx_rates",
  (c) => ({
    day: c.date("day").notNull(),
    currency: currencyCode("currency").notNull(),
    perEuro: c.numeric("per_euro").notNull(),
    keptAt: instant("kept_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.day, t.currency] }),
    check("fx_rates_positive", sql`${t.perEuro} > 0`),
  ],
);
