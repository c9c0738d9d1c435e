import { sql } from "drizzle-orm";
import { check, index, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { amountCents, currencyCode, instant, note, ofRow, oneOf } from "./columns";
import { merchantForeignKey } from "./merchants";

export const MAX_CARDS_IN_A_BATCH = 50_000;
export const BATCH_SOURCES = ["created", "import"] as const;
export const RUN_KINDS = ["create", "import", "activate", "void"] as const;

/** Cards created together, numbered in the order of their ids. */
export const batches = pgTable(
  "batches",
  (c) => ({
    merchantId: merchantForeignKey(),
    id: c.uuid("id").notNull(),
    name: c.text("name").notNull(),
    source: c.text("source", { enum: BATCH_SOURCES }).notNull(),
    quantity: c.integer("quantity").notNull(),
    /** Updated with each slice of cards. */
    createdCards: c.integer("created_cards").notNull().default(sql`0`),
    /** Null for an import with several currencies. */
    currency: currencyCode("currency"),
    cardType: c.text("card_type", { enum: ["digital", "physical"] }).notNull(),
    /** The amount to activate each card with; until then its balance is 0. */
    amountCents: amountCents("amount_cents"),
    /** Whether imported codes can be guessed; then they work on public pages only with a PIN. */
    hasGuessableCodes: c.boolean("has_guessable_codes").notNull().default(false),
    actor: c.text("actor").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    check("batches_source", oneOf(t.source, BATCH_SOURCES)),
    check("batches_quantity", sql`${t.quantity} between 1 and 50000`),
    check("batches_created", sql`${t.createdCards} between 0 and ${t.quantity}`),
    check("batches_type", sql`${t.cardType} in ('digital', 'physical')`),
  ],
);

/** Work on a batch in slices, each of which saves the progress in its own transaction. */
export const batchRuns = pgTable(
  "batch_runs",
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    id: c.uuid("id").notNull(),
    batchId: c.uuid("batch_id").notNull(),
    kind: c.text("kind", { enum: RUN_KINDS }).notNull(),
    /** Number of cards to process; each ends up done, or skipped if there was nothing to do. */
    total: c.integer("total").notNull(),
    done: c.integer("done").notNull().default(sql`0`),
    skipped: c.integer("skipped").notNull().default(sql`0`),
    /** The existing cards left to process: after `afterCardId`, which moves on, through `lastCardId`. */
    afterCardId: c.uuid("after_card_id"),
    lastCardId: c.uuid("last_card_id"),
    amountCents: amountCents("amount_cents"),
    note: note("note"),
    actor: c.text("actor").notNull(),
    requestId: c.text("request_id").notNull(),
    workedAt: instant("worked_at").notNull().defaultNow(),
    createdAt: instant("created_at").notNull().defaultNow(),
    finishedAt: instant("finished_at"),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.id] }),
    uniqueIndex("batch_runs_one_at_a_time")
      .on(t.merchantId, t.batchId)
      .where(sql`${t.finishedAt} is null`),
    index("batch_runs_due").on(t.workedAt).where(sql`${t.finishedAt} is null`),
    index("batch_runs_batch").on(t.merchantId, t.batchId, t.id),
    ofRow(t.merchantId, t.batchId, batches),
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
  (c) => ({
    merchantId: c.uuid("merchant_id").notNull(),
    runId: c.uuid("run_id").notNull(),
    number: c.integer("number").notNull(),
    sealedRows: c.text("sealed_rows").notNull(),
  }),
  (t) => [
    primaryKey({ columns: [t.merchantId, t.runId, t.number] }),
    ofRow(t.merchantId, t.runId, batchRuns),
  ],
);
