import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { cents, currencyCode, instant, oneOf } from "./columns";
import { merchantForeignKey, merchants } from "./merchants";

/** Months since money was last added to a card: up to 3, 6, 12, 24, or more. */
export const AGE_RANGES = ["3", "6", "12", "24", "over"] as const;
/** Months until a card expires: up to 3, 6, 12, 24, or more; `expired`, or `never`. */
export const EXPIRY_RANGES = ["expired", "3", "6", "12", "24", "over", "never"] as const;

/** Outstanding balances at the end of a closed day, by age and expiration of the cards. */
export const ageing = pgTable(
  "ageing",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    day: c.date("day").notNull(),
    currency: currencyCode("currency").notNull(),
    age: c.text("age", { enum: AGE_RANGES }).notNull(),
    expiry: c.text("expiry", { enum: EXPIRY_RANGES }).notNull(),
    cards: c.bigint("cards", { mode: "number" }).notNull(),
    balanceCents: c.numeric("balance_cents").notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.day, t.currency, t.age, t.expiry] }),
    check("ageing_age", oneOf(t.age, AGE_RANGES)),
    check("ageing_expiry", oneOf(t.expiry, EXPIRY_RANGES)),
  ],
);

/**
 * Active cards that expired with a balance, listed here because balances have no index. Housekeeping adds
 * cards when a day ends. lib/ledger/post/expired.sql removes those topped up, emptied or disabled.
 */
export const expiredBalances = pgTable(
  "expired_balances",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    cardId: c.uuid("card_id").notNull(),
    currency: currencyCode("currency").notNull(),
    expiresOn: c.date("expires_on").notNull(),
    balanceCents: cents("balance_cents").notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.cardId] }),
    index("expired_balances_order").on(t.merchantId, t.currency, t.expiresOn, t.cardId),
    cardForeignKey(t.merchantId, t.cardId),
  ],
);

/** Number and sum of the expired balances by currency, maintained by lib/ledger/post/expired.sql. */
export const expiredTotals = pgTable(
  "expired_totals",
  (c) => ({
    merchantId: merchantForeignKey(),
    currency: currencyCode("currency").notNull(),
    cards: c.bigint("cards", { mode: "number" }).notNull(),
    balanceCents: c.numeric("balance_cents").notNull(),
  }),
  (t) => [primaryKey({ columns: [t.merchantId, t.currency] })],
);

/** A merchant's progress with the current ageing snapshot, and the day of the last complete one. */
export const ageingRuns = pgTable("ageing_runs", (c) => ({
  merchantId: c
    .uuid("merchant_id")
    .primaryKey()
    .references(() => merchants.id),
  /** The day of the current snapshot and the time it ended. */
  day: c.date("day"),
  endedAt: instant("ended_at"),
  /** The last card added to the snapshot. */
  cursor: c.uuid("cursor"),
  finishedDay: c.date("finished_day"),
  workedAt: instant("worked_at").notNull().default(sql`now()`),
}));
