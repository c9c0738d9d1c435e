import { and, eq, sql } from "drizzle-orm";
import { type Ctx, replyFacts } from "../context";
import { db, type Tx } from "../db/client";
import { retrying } from "../db/failures";
import { batches, batchRuns } from "../db/schema/batches";
import { log, safeError } from "../log";
import { operatorContext } from "../merchants/operator";
import { wake } from "../webhooks/dispatch";
import { activateSlice } from "./activate-slice";
import type { RunKind } from "./batch";
import { createSlice } from "./create-slice";
import { importSlice } from "./import-slice";
import type { Slice } from "./slice";
import { voidSlice } from "./void-slice";

// A serverless host ends a cron run after 60 s; a slice takes a fraction of a second.
const MAX_RUN_MS = 45_000;

const SLICES: Record<RunKind, Slice> = {
  create: createSlice,
  import: importSlice,
  activate: activateSlice,
  void: voidSlice,
};

/**
 * Works on batches, in turn, until nothing is due or `maxMs` are over. A slice and the note of how
 * far it came are one commit: runs may overlap, and one that dies takes nothing with it.
 */
export async function workDue(maxMs = MAX_RUN_MS): Promise<{ slices: number; failed: number }> {
  const deadlineMs = performance.now() + maxMs;
  const failed: string[] = [];
  let slices = 0;
  while (performance.now() < deadlineMs) {
    const id = await nextDue(failed);
    if (id === null) break;
    try {
      if (await workOn(id)) slices++;
    } catch (error) {
      // It is tried again by the next call; the others' work goes on.
      log().error({ runId: id, error: safeError(error) }, "a slice of a batch was not done");
      failed.push(id);
    }
  }
  return { slices, failed: failed.length };
}

/** Which work has waited longest, of what nobody is at. */
async function nextDue(except: string[]): Promise<string | null> {
  const [due] = await db().execute<{ id: string }>(sql`
    select id from batch_runs where finished_at is null
      and id <> all(${`{${except.join(",")}}`}::uuid[])
    order by worked_at limit 1 for no key update skip locked`);
  return due?.id ?? null;
}

/** Does one slice of a run, unless somebody else is at it; gives whether it did. */
async function workOn(id: string): Promise<boolean> {
  const ctx = await retrying(() =>
    db().transaction(async (tx): Promise<Ctx | null> => {
      const [run] = await tx
        .select()
        .from(batchRuns)
        .where(and(eq(batchRuns.id, id), sql`${batchRuns.finishedAt} is null`))
        .for("no key update", { skipLocked: true });
      if (!run) return null;
      const { merchantId, requestId } = run;
      // On behalf of who asked for it, as their movements say.
      const operator = operatorContext(merchantId);
      const principal = { ...operator.principal, actor: run.actor };
      const ctx = { ...operator, principal, requestId, reply: replyFacts(requestId) };
      await moveOn(tx, run, await SLICES[run.kind](ctx, tx, run));
      return ctx;
    }),
  );
  if (ctx && ctx.reply.deliveries > 0) wake();
  return ctx !== null;
}

type Progress = Awaited<ReturnType<Slice>>;

async function moveOn(tx: Tx, run: typeof batchRuns.$inferSelect, progress: Progress) {
  const { done, skipped, lastCardId } = progress;
  const left = run.total - run.done - run.skipped - done - skipped;
  await tx
    .update(batchRuns)
    .set({
      done: run.done + done,
      skipped: run.skipped + skipped,
      workedAt: sql`clock_timestamp()`,
      ...(lastCardId ? { afterCardId: lastCardId } : {}),
      ...(left === 0 ? { finishedAt: sql`clock_timestamp()` } : {}),
    })
    .where(and(eq(batchRuns.merchantId, run.merchantId), eq(batchRuns.id, run.id)));
  if (run.kind === "create" || run.kind === "import") {
    await tx
      .update(batches)
      .set({ createdCards: run.done + done })
      .where(and(eq(batches.merchantId, run.merchantId), eq(batches.id, run.batchId)));
  }
}
