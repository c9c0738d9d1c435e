import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { cents, currencyCode, instant, oneOf } from "./columns";
import { merchants } from "./merchants";

/** Months since money last came onto a card: up to 3, 6, 12, 24, or more. */
export const AGES = ["3", "6", "12", "24", "over"] as const;
/** Months until a card expires, at most; `expired`, or `never`. */
export const EXPIRIES = ["expired", "3", "6", "12", "24", "over", "never"] as const;

/** What was outstanding at the end of a closed day, by age and by expiry of the cards. */
export const ageing = pgTable(
  "ageing",
  {
    merchantId: uuid("merchant_id").notNull(),
    day: date("day").notNull(),
    currency: currencyCode("currency").notNull(),
    age: text("age", { enum: AGES }).notNull(),
    expiry: text("expiry", { enum: EXPIRIES }).notNull(),
    cards: bigint("cards", { mode: "number" }).notNull(),
    balanceCents: numeric("balance_cents").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.day, t.currency, t.age, t.expiry] }),
    check("ageing_age", oneOf(t.age, AGES)),
    check("ageing_expiry", oneOf(t.expiry, EXPIRIES)),
  ],
);

/**
 * Active cards that expired with a balance: a list that steps over no spent card, without an index on
 * balances. Housekeeping adds them as days end; lib/ledger/expired.sql takes away what is revived or
 * disabled, lib/reports/write-off.ts what it writes off.
 */
export const expiredBalances = pgTable(
  "expired_balances",
  {
    merchantId: uuid("merchant_id").notNull(),
    cardId: uuid("card_id").notNull(),
    currency: currencyCode("currency").notNull(),
    expiresOn: date("expires_on").notNull(),
    balanceCents: cents("balance_cents").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.cardId] }),
    index("expired_balances_order").on(t.merchantId, t.currency, t.expiresOn, t.cardId),
    foreignKey({
      columns: [t.merchantId, t.cardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
  ],
);

/** How many these are and what is on them, kept by lib/ledger/expired.sql. */
export const expiredTotals = pgTable(
  "expired_totals",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    currency: currencyCode("currency").notNull(),
    cards: bigint("cards", { mode: "number" }).notNull(),
    balanceCents: numeric("balance_cents").notNull(),
  },
  (t) => [primaryKey({ columns: [t.merchantId, t.currency] })],
);

/** How far housekeeping has come with a merchant's snapshot, and which one is whole. */
export const ageingRuns = pgTable("ageing_runs", {
  merchantId: uuid("merchant_id")
    .primaryKey()
    .references(() => merchants.id),
  /** The day being summed up, until the instant at which it ended. */
  day: date("day"),
  endedAt: instant("ended_at"),
  /** The last card that is in. */
  cursor: uuid("cursor"),
  finishedDay: date("finished_day"),
  workedAt: instant("worked_at").notNull().default(sql`now()`),
});
