import { and, asc, count, desc, eq, getTableColumns, gt, lt, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";
import { batches, batchRuns } from "@/lib/db/schema/batches";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { operation } from "@/lib/ledger/post/operation";
import type { CardStatus, CardType, Instant } from "@/lib/ledger/post/records";

type BatchRow = typeof batches.$inferSelect;
export type RunKind = (typeof batchRuns.$inferSelect)["kind"];

/** A background run on a batch, with its progress. */
export type Run = Pick<typeof batchRuns.$inferSelect, "kind" | "total" | "done" | "skipped"> & {
  createdAt: Instant;
  finishedAt: Instant | null;
};

export type Batch = Omit<BatchRow, "merchantId" | "actor" | "createdAt"> & {
  createdAt: Instant;
  /** The current run, or the last one. */
  lastRun: Run;
};

export type BatchStatus = "creating" | "activating" | "voiding" | "ready";

const STATUS_DURING_RUN: Record<RunKind, BatchStatus> = {
  create: "creating",
  import: "creating",
  activate: "activating",
  void: "voiding",
};

export const statusOf = ({ lastRun }: Batch): BatchStatus =>
  lastRun.finishedAt === null ? STATUS_DURING_RUN[lastRun.kind] : "ready";

const { merchantId: _merchant, actor: _actor, ...columns } = getTableColumns(batches);
const { kind, total, done, skipped, createdAt, finishedAt } = getTableColumns(batchRuns);
const BATCH_COLUMNS = {
  ...columns,
  lastRun: { kind, total, done, skipped, createdAt, finishedAt },
};

// An inner join is enough: every batch is created with a run.
const isNewestRun = and(
  eq(batchRuns.merchantId, batches.merchantId),
  eq(batchRuns.batchId, batches.id),
  sql`${batchRuns.id} = (select r.id from batch_runs r where r.merchant_id = ${batches.merchantId}
    and r.batch_id = ${batches.id} order by r.id desc limit 1)`,
);

const selectBatches = (from: Db | Tx, merchantId: string, which?: SQL) =>
  from
    .select(BATCH_COLUMNS)
    .from(batches)
    .innerJoin(batchRuns, isNewestRun)
    .where(and(eq(batches.merchantId, merchantId), which));

/** The merchant's batch with this id; undefined if it doesn't exist. */
export async function findBatch(
  merchantId: string,
  batchId: string,
  from: Db | Tx = db(),
): Promise<Batch | undefined> {
  const [batch] = await selectBatches(from, merchantId, eq(batches.id, batchId));
  return batch;
}

/** Finds a batch that has no run in progress. Refuses: not_found, batch_busy. */
export async function requireIdleBatch(
  from: Db | Tx,
  merchantId: string,
  batchId: string,
): Promise<Batch> {
  const batch = found(await findBatch(merchantId, batchId, from));
  if (statusOf(batch) !== "ready") throw new Refusal("batch_busy");
  return batch;
}

type NewRun = {
  batchId: string;
  kind: RunKind;
  total: number;
  amountCents?: number | undefined;
  note?: string | undefined;
  /** For existing cards: those after `afterCardId`, up to `lastCardId`. */
  afterCardId?: string | null;
  lastCardId?: string;
};

/** Queues a run on a batch for the caller, one at a time. Refuses: batch_busy. */
export async function startRun(
  { merchantId, principal, requestId }: Ctx,
  tx: Tx,
  { batchId, kind, total, ...what }: NewRun,
): Promise<{ id: string; run: Run }> {
  const id = newId();
  const [row] = await tx
    .insert(batchRuns)
    .values({ merchantId, id, batchId, kind, total, actor: principal.actor, requestId, ...what })
    .onConflictDoNothing()
    .returning({ createdAt: batchRuns.createdAt });
  if (!row) throw new Refusal("batch_busy");
  const run = { kind, total, done: 0, skipped: 0, createdAt: row.createdAt, finishedAt: null };
  return { id, run };
}

export type NewBatch = {
  name: string;
  /** From 1 to MAX_CARDS_IN_A_BATCH. */
  quantity: number;
  currency: string;
  cardType: CardType;
  /** The amount to activate each card with, in minor units. */
  amountCents?: number | undefined;
};

/** Creates a batch; its inactive cards follow in the background (design, section 3). */
export const createBatch = (ctx: Ctx, newBatch: NewBatch) =>
  operation(requireScope(ctx, "cards:write"), async (tx): Promise<{ batch: Batch }> => {
    const { batch } = await insertBatch(ctx, tx, { ...newBatch, source: "created" });
    const what = { action: "batch.created", subjectId: batch.id, details: newBatch } as const;
    await audit(tx, authorOf(ctx), what);
    return { batch };
  });

/** `currency` is null for an import with several currencies. */
type BatchValues = Omit<NewBatch, "currency"> &
  Pick<Batch, "source" | "currency"> & { hasGuessableCodes?: boolean };

/** Inserts a batch and queues the creation of its cards. */
export async function insertBatch(
  ctx: Ctx,
  tx: Tx,
  values: BatchValues,
): Promise<{ batch: Batch; runId: string }> {
  const { merchantId, principal } = ctx;
  const batchId = newId();
  const rows = await tx
    .insert(batches)
    .values({ merchantId, id: batchId, actor: principal.actor, ...values })
    .returning();
  const kind = values.source === "import" ? "import" : "create";
  const { id: runId, run } = await startRun(ctx, tx, { batchId, kind, total: values.quantity });
  const { actor: _by, merchantId: _of, ...batch } = onlyRow(rows);
  return { batch: { ...batch, lastRun: run }, runId };
}

export type CardsByStatus = Record<CardStatus, number>;

export type BatchWithCards = { batch: Batch; cards: CardsByStatus };

/** Returns a batch and the number of its cards in each status. Refuses: not_found. */
export async function readBatch(
  { merchantId }: Ctx,
  { batchId }: { batchId: string },
): Promise<BatchWithCards> {
  const [row, rows] = await Promise.all([
    findBatch(merchantId, batchId),
    db()
      .select({ status: cards.status, count: count() })
      .from(cards)
      .where(and(eq(cards.merchantId, merchantId), eq(cards.batchId, batchId)))
      .groupBy(cards.status),
  ]);
  const batch = found(row);
  const byStatus: CardsByStatus = { inactive: 0, active: 0, disabled: 0 };
  for (const { status, count } of rows) byStatus[status] = count;
  return { batch, cards: byStatus };
}

export const BATCH_SORTS = ["newest", "oldest"] as const;

export type BatchFilters = {
  /** Any part of the name, in any case. */
  q?: string | undefined;
  source?: BatchRow["source"] | undefined;
  cardType?: CardType | undefined;
};
type BatchesRequest = PageRequest & BatchFilters & { sort?: (typeof BATCH_SORTS)[number] };

/** Condition for the merchant's matching batches. No index: a store has a few hundred batches at most. */
const matchingBatches = (merchantId: string, { q, source, cardType }: BatchFilters) =>
  and(
    eq(batches.merchantId, merchantId),
    q ? sql`position(${q.toLowerCase()} in lower(${batches.name})) > 0` : undefined,
    source ? eq(batches.source, source) : undefined,
    cardType ? eq(batches.cardType, cardType) : undefined,
  );

/** Lists the merchant's matching batches, newest first by default. Refuses: invalid_request (the cursor). */
export const listBatches = (
  { merchantId }: Ctx,
  { limit, offset, cursor, sort = "newest", ...filters }: BatchesRequest,
): Promise<Page<Batch>> => {
  const matching = matchingBatches(merchantId, filters);
  const isNewest = sort === "newest";
  const list = { list: "batches", merchantId, ...(isNewest ? {} : { sort }), ...filters };
  return readFromReplica((from) =>
    pageOf(
      { limit, offset, cursor },
      list,
      (after, rows, skipped) => {
        const following = isNewest ? lt(batches.id, after ?? "") : gt(batches.id, after ?? "");
        const where = and(matching, after === null ? undefined : following);
        return selectBatches(from, merchantId, where)
          .orderBy(isNewest ? desc(batches.id) : asc(batches.id))
          .limit(rows)
          .offset(skipped);
      },
      () => from.$count(batches, matching),
    ),
  );
};
