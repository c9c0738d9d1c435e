import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { batches } from "./batches";
import { cardForeignKey } from "./cards";
import {
  amountCents,
  cents,
  currencyCode,
  instant,
  metadata,
  note,
  ofRow,
  reference,
  sequenceNumber,
  textDomainColumn,
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

/** Whether a transaction type adds to a card's balance. Must match sign_of() in lib/ledger/post/move.sql. */
export const isIncoming = (type: string): boolean => INCOMING_TYPES.includes(type);

/** The API's statuses. `failed` is not used yet: whatever is pending gets completed. */
export const TRANSACTION_STATUSES = ["completed", "pending", "failed"] as const;

export const COUNTER_ACCOUNTS = [
  "issuance",
  "imported",
  "redemption",
  "store_credit",
  "escrow",
  "transfer_clearing",
  "fx",
  "breakage",
] as const;

const transactionType = textDomainColumn<(typeof TRANSACTION_TYPES)[number]>("transaction_type");
const transactionStatus =
  textDomainColumn<(typeof TRANSACTION_STATUSES)[number]>("transaction_status");
const counterAccount = textDomainColumn<(typeof COUNTER_ACCOUNTS)[number]>("counter_account");

/**
 * Append-only movements between a card and a counter account of its merchant. The app creates the id, a
 * UUID v7, and `created_at` is the time in it, so pages, filters and daily totals all use the same order.
 * A card's own history is ordered by `sequence`.
 */
export const transactions = pgTable(
  "transactions",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    cardId: c.uuid("card_id").notNull(),
    sequence: sequenceNumber("sequence").notNull(),
    type: transactionType("type").notNull(),
    status: transactionStatus("status").notNull(),
    counterAccount: counterAccount("counter_account").notNull(),
    amountCents: amountCents("amount_cents").notNull(),
    currency: currencyCode("currency").notNull(),
    balanceAfterCents: cents("balance_after_cents").notNull(),
    note: note("note"),
    referenceId: reference("reference_id"),
    source: c.text("source"),
    transferId: c.uuid("transfer_id"),
    /** The transaction that this one reverses (`source` is `reversal`) or refunds (`refund`). */
    originalTransactionId: c.uuid("original_transaction_id"),
    /** The hold that this redemption captures. */
    holdId: c.uuid("hold_id"),
    metadata: metadata("metadata"),
    /**
     * The actor: `key:<id>`, `user:<id>`, `cashier:<id>`, `consumer:<id>`, `platform:<id>`, `operator`, or the
     * `store:<id>` that a transfer came from.
     */
    actor: c.text("actor").notNull(),
    requestId: c.text("request_id").notNull(),
    createdAt: instant("created_at")
      .notNull()
      .generatedAlwaysAs(
        sql`to_timestamp(('x' || translate(left("id"::text, 13), '-', ''))::bit(48)::bigint / 1000.0)`,
      ),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("transactions_card_sequence").on(t.merchantId, t.cardId, t.sequence),
    index("transactions_reference")
      .on(t.merchantId, t.referenceId, t.id)
      .where(sql`${t.referenceId} is not null`),
    // Rare types only: finds them without a cost for the common ones.
    index("transactions_rare_type")
      .on(t.merchantId, t.type, t.id)
      .where(sql`${t.type} not in ('load', 'spend')`),
    index("transactions_unsettled")
      .on(t.merchantId, t.status, t.id)
      .where(sql`${t.status} <> 'completed'`),
    // Movements made by people and store credit are rare compared to those made with API keys.
    index("transactions_by_hand")
      .on(t.merchantId, t.actor, t.id)
      .where(sql`${t.actor} like 'user:%'`),
    index("transactions_store_credit")
      .on(t.merchantId, t.id)
      .where(sql`${t.counterAccount} = 'store_credit'`),
    // No index for reversals and holds alone, because each index costs every debit. Both are made once under the
    // lock of the card, and the checks of the ledger would find a second one.
    index("transactions_original")
      .on(t.merchantId, t.originalTransactionId)
      .where(sql`${t.originalTransactionId} is not null`),
    cardForeignKey(t.merchantId, t.cardId),
  ],
);

/** A merchant's daily totals for closed days in its time zone. Totals, overview and reports sum these. */
export const dailyTotals = pgTable(
  "daily_totals",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    day: c.date("day").notNull(),
    type: transactionType("type").notNull(),
    status: transactionStatus("status").notNull(),
    counterAccount: counterAccount("counter_account").notNull(),
    currency: currencyCode("currency").notNull(),
    count: c.bigint("count", { mode: "number" }).notNull(),
    amountCents: c.numeric("amount_cents").notNull(),
  }),
  (t) => [
    primaryKey({
      columns: [t.merchantId, t.day, t.type, t.status, t.counterAccount, t.currency],
    }),
  ],
);

/** The totals of closed days by batch of the cards. Pages about batches sum these. */
export const batchTotals = pgTable(
  "batch_totals",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    batchId: c.uuid("batch_id").notNull(),
    currency: currencyCode("currency").notNull(),
    type: transactionType("type").notNull(),
    counterAccount: counterAccount("counter_account").notNull(),
    /** How many of these movements sold a card (IS_SALE_SQL in lib/ledger/closing/totals.ts). */
    soldCards: c.bigint("sold_cards", { mode: "number" }).notNull(),
    amountCents: c.numeric("amount_cents").notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.batchId, t.currency, t.type, t.counterAccount] }),
    ofRow(t.merchantId, t.batchId, batches),
  ],
);
