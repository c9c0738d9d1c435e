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
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { cards } from "./cards";
import { cents, instant } from "./columns";

export const TRANSACTION_TYPES = [
  "load",
  "spend",
  "transfer_in",
  "transfer_out",
  "gift_sent",
  "gift_received",
] as const;

const INCOMING_TYPES: readonly string[] = ["load", "transfer_in", "gift_received"];

/** Whether a type of movement adds to a card; sign_of() in lib/ledger/move.sql says the same. */
export const isIncoming = (type: string): boolean => INCOMING_TYPES.includes(type);

/** The contract's. Nothing has failed by now: what was begun is completed. */
export const TRANSACTION_STATUSES = ["completed", "pending", "failed"] as const;

export const COUNTER_ACCOUNTS = [
  "issuance",
  "redemption",
  "store_credit",
  "escrow",
  "transfer_clearing",
  "fx",
  "breakage",
] as const;

/**
 * Append-only movements between a card and a counter-account of its merchant. The id is a uuid v7
 * made by the app: it orders the list, and `created_at` is the time inside it, so that pages,
 * filters and roll-ups all cut by the same ordering. A card's own history is ordered by `sequence`.
 */
export const transactions = pgTable(
  "transactions",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    cardId: uuid("card_id").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    type: text("type", { enum: TRANSACTION_TYPES }).notNull(),
    status: text("status", { enum: TRANSACTION_STATUSES }).notNull(),
    counterAccount: text("counter_account", { enum: COUNTER_ACCOUNTS }).notNull(),
    amountCents: cents("amount_cents").notNull(),
    currency: text("currency").notNull(),
    balanceAfterCents: cents("balance_after_cents").notNull(),
    note: text("note"),
    referenceId: text("reference_id"),
    source: text("source"),
    transferId: uuid("transfer_id"),
    /** Who did it: `key:<id>`, `user:<id>`, `consumer:<id>`, or the `store:<id>` a transfer came from. */
    actor: text("actor").notNull(),
    requestId: text("request_id").notNull(),
    createdAt: instant("created_at")
      .notNull()
      .generatedAlwaysAs(
        sql`to_timestamp(('x' || translate(left("id"::text, 13), '-', ''))::bit(48)::bigint / 1000.0)`,
      ),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("transactions_card_sequence").on(t.merchantId, t.cardId, t.sequence),
    index("transactions_reference")
      .on(t.merchantId, t.referenceId, t.id)
      .where(sql`${t.referenceId} is not null`),
    // Kinds that are rare enough to be looked for, without a cost for the common ones.
    index("transactions_rare_type")
      .on(t.merchantId, t.type, t.id)
      .where(sql`${t.type} not in ('load', 'spend')`),
    index("transactions_unsettled")
      .on(t.merchantId, t.status, t.id)
      .where(sql`${t.status} <> 'completed'`),
    // What people moved by hand, and store credit: rare beside what tills do.
    index("transactions_by_hand")
      .on(t.merchantId, t.actor, t.id)
      .where(sql`${t.actor} like 'user:%'`),
    index("transactions_store_credit")
      .on(t.merchantId, t.id)
      .where(sql`${t.counterAccount} = 'store_credit'`),
    foreignKey({
      columns: [t.merchantId, t.cardId],
      foreignColumns: [cards.merchantId, cards.id],
    }),
    // In one function; see lib/ledger/rules.sql.
    check(
      "transactions_rules",
      sql`keeps_transaction_rules(${t.type}, ${t.status}, ${t.counterAccount}, ${t.amountCents}, ${t.balanceAfterCents}, ${t.sequence}, ${t.note}, ${t.referenceId})`,
    ),
  ],
);

/** Closed days of a merchant, in its time zone: what totals, overview and reports add up. */
export const dailyTotals = pgTable(
  "daily_totals",
  {
    merchantId: uuid("merchant_id").notNull(),
    day: date("day").notNull(),
    type: text("type").notNull(),
    status: text("status").notNull(),
    counterAccount: text("counter_account").notNull(),
    currency: text("currency").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    amountCents: numeric("amount_cents").notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.merchantId, t.day, t.type, t.status, t.counterAccount, t.currency],
    }),
  ],
);
