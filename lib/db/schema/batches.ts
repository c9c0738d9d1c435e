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
import { merchants } from "./merchants";

export const MAX_CARDS_IN_A_BATCH = 50_000;
export const BATCH_SOURCES = ["created", "import"] as const;
export const RUN_KINDS = ["create", "import", "activate", "void"] as const;

/** Cards that were made together; a card's place among them is that of its id. */
export const batches = pgTable(
  "batches",
  {
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    source: text("source", { enum: BATCH_SOURCES }).notNull(),
    quantity: integer("quantity").notNull(),
    /** Written with each slice of cards that is made. */
    createdCards: integer("created_cards").notNull().default(sql`0`),
    /** Null of an import in several currencies. */
    currency: currencyCode("currency"),
    cardType: text("card_type", { enum: ["digital", "physical"] }).notNull(),
    /** With which each card is to be activated; until then it holds nothing. */
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
 * Work on a batch that takes more than one commit: each slice of it moves the row on in its own
 * commit, so that whoever goes on after a crash neither leaves out a card nor takes one twice.
 */
export const batchRuns = pgTable(
  "batch_runs",
  {
    merchantId: uuid("merchant_id").notNull(),
    id: uuid("id").notNull(),
    batchId: uuid("batch_id").notNull(),
    kind: text("kind", { enum: RUN_KINDS }).notNull(),
    /** Cards that it is about; each ends up done or, where nothing was to be done, skipped. */
    total: integer("total").notNull(),
    done: integer("done").notNull().default(sql`0`),
    skipped: integer("skipped").notNull().default(sql`0`),
    /** Of existing cards those after the one id, up to the other. */
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

/** Rows of a file that are still to be imported, sealed since they hold codes; gone once they are. */
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
