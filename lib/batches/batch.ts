import { and, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { type Db, db, type Tx } from "../db/client";
import { batches, batchRuns } from "../db/schema/batches";
import { Refusal } from "../errors";
import { newId } from "../ids";
import type { Instant } from "../ledger/records";

type BatchRow = typeof batches.$inferSelect;
export type RunKind = (typeof batchRuns.$inferSelect)["kind"];

/** A background run on a batch, with its progress. */
export type Run = {
  kind: RunKind;
  total: number;
  done: number;
  /** Cards left unchanged, or imported rows whose code was taken. */
  skipped: number;
  createdAt: Instant;
  finishedAt: Instant | null;
};

export type Batch = Omit<BatchRow, "merchantId" | "actor" | "createdAt"> & {
  createdAt: Instant;
  /** The current run, or the last one. */
  lastRun: Run;
};

export type BatchStatus = "creating" | "activating" | "voiding" | "ready";

const WORKING: Record<RunKind, BatchStatus> = {
  create: "creating",
  import: "creating",
  activate: "activating",
  void: "voiding",
};

export const statusOf = ({ lastRun }: Batch): BatchStatus =>
  lastRun.finishedAt === null ? WORKING[lastRun.kind] : "ready";

const { merchantId: _merchant, actor: _actor, ...columns } = getTableColumns(batches);
const { kind, total, done, skipped, createdAt, finishedAt } = getTableColumns(batchRuns);
const BATCH = { ...columns, lastRun: { kind, total, done, skipped, createdAt, finishedAt } };

// An inner join is enough: every batch is created with a run.
const isLastRun = and(
  eq(batchRuns.merchantId, batches.merchantId),
  eq(batchRuns.batchId, batches.id),
  sql`${batchRuns.id} = (select r.id from batch_runs r where r.merchant_id = ${batches.merchantId}
    and r.batch_id = ${batches.id} order by r.id desc limit 1)`,
);

const selectBatches = (from: Db | Tx, merchantId: string, which?: SQL) =>
  from
    .select(BATCH)
    .from(batches)
    .innerJoin(batchRuns, isLastRun)
    .where(and(eq(batches.merchantId, merchantId), which));

export async function findBatch(
  merchantId: string,
  batchId: string,
  from: Db | Tx = db(),
): Promise<Batch | undefined> {
  const [batch] = await selectBatches(from, merchantId, eq(batches.id, batchId));
  return batch;
}

/** Up to `limit` of the merchant's batches, newest first. */
export const newestBatches = (
  merchantId: string,
  after: string | null,
  limit: number,
  offset: number,
): Promise<Batch[]> =>
  selectBatches(db(), merchantId, after === null ? undefined : lt(batches.id, after))
    .orderBy(desc(batches.id))
    .limit(limit)
    .offset(offset);

/** Finds a batch that has no run in progress. Refuses: not_found, batch_busy. */
export async function idleBatch(
  from: Db | Tx,
  merchantId: string,
  batchId: string,
): Promise<Batch> {
  const batch = await findBatch(merchantId, batchId, from);
  if (!batch) throw new Refusal("not_found");
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
