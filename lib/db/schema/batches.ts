import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { amountCents, currencyCode, instant, note, oneOf } from "./columns";
import { ofMerchant } from "./merchants";

export const MAX_CARDS_IN_A_BATCH = 50_000;
export const BATCH_SOURCES = ["created", "import"] as const;
export const RUN_KINDS = ["create", "import", "activate", "void"] as const;

/** Cards created together, numbered in the order of their ids. */
export const batches = pgTable(
  "batches",
  {
    merchantId: ofMerchant(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    source: text("source", { enum: BATCH_SOURCES }).notNull(),
    quantity: integer("quantity").notNull(),
    /** Updated with each slice of cards. */
    createdCards: integer("created_cards").notNull().default(sql`0`),
    /** Null for an import with several currencies. */
    currency: currencyCode("currency"),
    cardType: text("card_type", { enum: ["digital", "physical"] }).notNull(),
    /** The amount to activate each card with; until then its balance is 0. */
    amountCents: amountCents("amount_cents"),
    actor: text("actor").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    check("batches_source", oneOf(t.source, BATCH_SOURCES)),
    check("batches_quantity", sql`${t.quantity} between 1 and 50000`),
    check("batches_created", sql`${t.createdCards} between 0 and ${t.quantity}`),
    check("batches_type", sql`${t.cardType} in ('digital', 'physical')`),
  ],
);

/**
 * Work on a batch in several transactions. Each slice updates the progress in its own transaction, so that
 * after a crash no card is skipped or processed twice.
 */
export const batchRuns = pgTable(
  "batch_runs",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    batchId: uuid("batch_id").notNull(),
    kind: text("kind", { enum: RUN_KINDS }).notNull(),
    /** Number of cards to process; each ends up done, or skipped if there was nothing to do. */
    total: integer("total").notNull(),
    done: integer("done").notNull().default(sql`0`),
    skipped: integer("skipped").notNull().default(sql`0`),
    /** The existing cards left to process: after `afterCardId`, which moves on, through `lastCardId`. */
    afterCardId: uuid("after_card_id"),
    lastCardId: uuid("last_card_id"),
    amountCents: amountCents("amount_cents"),
    note: note("note"),
    actor: text("actor").notNull(),
    requestId: text("request_id").notNull(),
    workedAt: instant("worked_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("batch_runs_one_at_a_time")
      .on(t.merchantId, t.batchId)
      .where(sql`${t.finishedAt} is null`),
    index("batch_runs_due").on(t.workedAt).where(sql`${t.finishedAt} is null`),
    index("batch_runs_batch").on(t.merchantId, t.batchId, t.id),
    foreignKey({
      columns: [t.merchantId, t.batchId],
      foreignColumns: [batches.merchantId, batches.id],
    }),
    check("batch_runs_kind", oneOf(t.kind, RUN_KINDS)),
    check(
      "batch_runs_counts",
      sql`${t.done} >= 0 and ${t.skipped} >= 0 and ${t.done} + ${t.skipped} <= ${t.total}`,
    ),
  ],
);

/** Rows of a file not imported yet, encrypted because they contain codes. Deleted once imported. */
export const importSlices = pgTable(
  "import_slices",
  {
    merchantId: uuid("merchant_id").notNull(),
    runId: uuid("run_id").notNull(),
    number: integer("number").notNull(),
    sealedRows: text("sealed_rows").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.runId, t.number] }),
    foreignKey({
      columns: [t.merchantId, t.runId],
      foreignColumns: [batchRuns.merchantId, batchRuns.id],
    }),
  ],
);
