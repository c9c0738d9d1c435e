import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { amountCents, currencyCode, instant, oneOf } from "./columns";
import { merchants } from "./merchants";

export const TRANSFER_DIRECTIONS = ["out", "in"] as const;

/**
 * One side of a transfer: each of the two stores has a row of its own under the same id, which names
 * its own card and of the other side no more than which store, how much, and in which currency.
 */
export const transfers = pgTable(
  "transfers",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    direction: text("direction", { enum: TRANSFER_DIRECTIONS }).notNull(),
    cardId: uuid("card_id").notNull(),
    /** Checked by verify; a foreign key would speak before the trigger that keeps the table. */
    transactionId: uuid("transaction_id").notNull(),
    amountCents: amountCents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    counterMerchantId: uuid("counter_merchant_id")
      .notNull()
      .references(() => merchants.id),
    counterAmountCents: amountCents("counter_amount_cents").notNull(),
    counterCurrency: currencyCode("counter_currency").notNull(),
    /** Units of the receiving currency for one of the sending; with its day, null within one currency. */
    rate: text("rate"),
    rateAsOf: date("rate_as_of"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    index("transfers_counter").on(t.merchantId, t.counterMerchantId, t.id),
    index("transfers_card").on(t.merchantId, t.cardId, t.id),
    index("transfers_transaction").on(t.merchantId, t.transactionId),
    foreignKey({
      columns: [t.merchantId, t.cardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
    check("transfers_direction", oneOf(t.direction, TRANSFER_DIRECTIONS)),
    check("transfers_other_store", sql`${t.counterMerchantId} <> ${t.merchantId}`),
    check("transfers_rate", sql`(${t.rate} is null) = (${t.currency} = ${t.counterCurrency})`),
    check("transfers_rate_day", sql`(${t.rate} is null) = (${t.rateAsOf} is null)`),
  ],
);
