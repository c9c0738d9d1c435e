import { sql } from "drizzle-orm";
import {
  bigint,
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
import {
  amountCents,
  bounded,
  cents,
  currencyCode,
  instant,
  note,
  sequenceNumber,
} from "./columns";

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

const transactionType = bounded<(typeof TRANSACTION_TYPES)[number]>("transaction_type");
const transactionStatus = bounded<(typeof TRANSACTION_STATUSES)[number]>("transaction_status");
const counterAccount = bounded<(typeof COUNTER_ACCOUNTS)[number]>("counter_account");
const reference = bounded<string>("reference");

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
    sequence: sequenceNumber("sequence").notNull(),
    type: transactionType("type").notNull(),
    status: transactionStatus("status").notNull(),
    counterAccount: counterAccount("counter_account").notNull(),
    amountCents: amountCents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    balanceAfterCents: cents("balance_after_cents").notNull(),
    note: note("note"),
    referenceId: reference("reference_id"),
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
  ],
);

/** Closed days of a merchant, in its time zone: what totals, overview and reports add up. */
export const dailyTotals = pgTable(
  "daily_totals",
  {
    merchantId: uuid("merchant_id").notNull(),
    day: date("day").notNull(),
    type: transactionType("type").notNull(),
    status: transactionStatus("status").notNull(),
    counterAccount: counterAccount("counter_account").notNull(),
    currency: currencyCode("currency").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    amountCents: numeric("amount_cents").notNull(),
  },
  (t) => [
    primaryKey({
      columns: [t.merchantId, t.day, t.type, t.status, t.counterAccount, t.currency],
    }),
  ],
);
