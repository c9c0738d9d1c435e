import { and, eq, sql } from "drizzle-orm";
import { type Ctx, replyFacts } from "@/lib/base/context";
import { log, safeError } from "@/lib/base/observe/log";
import { createBucketWorker } from "@/lib/db/client/bucket-worker";
import { db, pg, type Tx, withRetries } from "@/lib/db/client/client";
import { batches, batchRuns } from "@/lib/db/schema/batches";
import { operatorContext } from "@/lib/domain/people/operator";
import { deliveryWorker } from "@/lib/domain/webhooks/deliver";
import { type Progress, type RunRow, SLICE_BY_RUN_KIND } from "./slices";

// Generous: a slice takes a fraction of a second.
const MAX_SLICE_MS = 5_000;
const RETRY_MS = 1_000;

type RunKey = Pick<RunRow, "merchantId" | "id">;

/** Processes runs in turn. A row lock is the lease; a slice and its progress are one commit. */
export const batchWorker = createBucketWorker({
  name: "batches",
  outcomes: ["slices", "failed"],
  limits: { atOnce: 1, runMs: MAX_SLICE_MS },
  claim: claimDue,
  run: runSlice,
});

/** Finds the runs that have waited longest. */
async function claimDue(slots: number): Promise<RunKey[]> {
  const due = await db().execute<RunKey>(sql`
    select merchant_id as "merchantId", id from batch_runs
    where finished_at is null and worked_at <= now()
    order by worked_at limit ${slots} for no key update skip locked`);
  return [...due];
}

/** The number of unfinished runs in all stores, and how long the next slice of the oldest has been due. */
export async function batchesBacklog(): Promise<{ pending: number; overdueSeconds: number }> {
  const [row] = await pg()<[{ pending: number; overdueSeconds: number }]>`
    select count(*)::int as pending,
      greatest(0, coalesce(extract(epoch from now() - min(worked_at)), 0))::float8
        as "overdueSeconds"
    from batch_runs where finished_at is null`;
  return row;
}

async function runSlice(key: RunKey): Promise<{ outcome?: "slices" | "failed" }> {
  try {
    return (await processSlice(key)) ? { outcome: "slices" } : {};
  } catch (error) {
    log().error({ runId: key.id, error: safeError(error) }, "a slice of a batch failed");
    const workedAt = sql`now() + ${RETRY_MS} * interval '1 millisecond'`;
    await db().update(batchRuns).set({ workedAt }).where(isRun(key));
    return { outcome: "failed" };
  }
}

const isRun = ({ merchantId, id }: RunKey) =>
  and(eq(batchRuns.merchantId, merchantId), eq(batchRuns.id, id));

/** Runs one slice. Returns false if another process is working on the run. */
export async function processSlice(key: RunKey): Promise<boolean> {
  const ctx = await withRetries(() =>
    db().transaction(async (tx): Promise<Ctx | null> => {
      const [run] = await tx
        .select()
        .from(batchRuns)
        .where(and(isRun(key), sql`${batchRuns.finishedAt} is null`))
        .for("no key update", { skipLocked: true });
      if (!run) return null;
      const ctx = contextOf(run);
      await saveProgress(tx, run, await SLICE_BY_RUN_KIND[run.kind](ctx, tx, run));
      return ctx;
    }),
  );
  if (ctx?.reply.queuedWork) deliveryWorker.wake();
  return ctx !== null;
}

/** The context of the principal that requested the run. */
function contextOf({ merchantId, requestId, actor }: RunRow): Ctx {
  const operator = operatorContext(merchantId);
  const principal = { ...operator.principal, actor };
  return { ...operator, principal, requestId, reply: replyFacts(requestId) };
}

async function saveProgress(tx: Tx, run: RunRow, { done, skipped, lastCardId }: Progress) {
  const left = run.total - run.done - run.skipped - done - skipped;
  await tx
    .update(batchRuns)
    .set({
      done: run.done + done,
      skipped: run.skipped + skipped,
      workedAt: sql`statement_timestamp()`,
      ...(lastCardId ? { afterCardId: lastCardId } : {}),
      ...(left === 0 ? { finishedAt: sql`statement_timestamp()` } : {}),
    })
    .where(isRun(run));
  if (run.kind === "create" || run.kind === "import") {
    await tx
      .update(batches)
      .set({ createdCards: run.done + done })
      .where(and(eq(batches.merchantId, run.merchantId), eq(batches.id, run.batchId)));
  }
}
