import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, unique } from "drizzle-orm/pg-core";
import { cardForeignKey } from "./cards";
import { amountCents, cents, currencyCode, instant, oneOf } from "./columns";
import { merchantForeignKey, merchants } from "./merchants";

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
    /** What it counts against the store's limits, in the agreement's currency; null before agreements. */
    countedCents: cents("counted_cents"),
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

export const AGREEMENT_STATUSES = ["proposed", "active", "ended"] as const;

/**
 * One side of the agreement under which two stores exchange transfers: each store has its own row with the
 * same id. Two stores have one agreement, which can end and be proposed again, so that what is owed stays.
 */
export const transferAgreements = pgTable(
  "transfer_agreements",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    otherMerchantId: c
      .uuid("other_merchant_id")
      .notNull()
      .references(() => merchants.id),
    status: c.text("status", { enum: AGREEMENT_STATUSES }).notNull(),
    proposedByMe: c.boolean("proposed_by_me").notNull(),
    /** The store's currency when it was proposed. All amounts of the row are in it. */
    currency: currencyCode("currency").notNull(),
    /** This store's limits; null until it has set them. Each applies to both directions separately. */
    maxTransferCents: amountCents("max_transfer_cents"),
    maxDayCents: amountCents("max_day_cents"),
    maxUnsettledCents: amountCents("max_unsettled_cents"),
    /** The UTC day that the next two sums are of. */
    day: c.date("day").notNull().default(sql`(now() at time zone 'UTC')::date`),
    sentCents: cents("sent_cents").notNull().default(0),
    receivedCents: cents("received_cents").notNull().default(0),
    /** Transferred and not settled yet: what the other store owes this one, and the reverse. */
    owedToUsCents: cents("owed_to_us_cents").notNull().default(0),
    owedByUsCents: cents("owed_by_us_cents").notNull().default(0),
    proposedAt: instant("proposed_at").notNull().defaultNow(),
    acceptedAt: instant("accepted_at"),
    endedAt: instant("ended_at"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    unique("transfer_agreements_pair").on(t.merchantId, t.otherMerchantId),
    check("transfer_agreements_status", oneOf(t.status, AGREEMENT_STATUSES)),
    check("transfer_agreements_other_store", sql`${t.otherMerchantId} <> ${t.merchantId}`),
    check(
      "transfer_agreements_limits",
      sql`${t.status} <> 'active' or (${t.maxTransferCents} is not null
        and ${t.maxDayCents} is not null and ${t.maxUnsettledCents} is not null)`,
    ),
  ],
);

/**
 * One side of a payment of what one store owed another: each has a row of its own under the same id. "in" was
 * paid to the row's store.
 */
export const transferPayments = pgTable(
  "transfer_payments",
  (c) => ({
    merchantId: merchantForeignKey(),
    otherMerchantId: c
      .uuid("other_merchant_id")
      .notNull()
      .references(() => merchants.id),
    id: c.uuid("id").notNull(),
    direction: c.text("direction", { enum: TRANSFER_DIRECTIONS }).notNull(),
    /** By how much the store's sum of what is owed falls, in the agreement's currency. */
    paidCents: cents("paid_cents").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.otherMerchantId, t.id] }),
    check("transfer_payments_direction", oneOf(t.direction, TRANSFER_DIRECTIONS)),
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
