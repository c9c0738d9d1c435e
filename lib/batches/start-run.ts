import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { batchRuns } from "../db/schema/batches";
import { Refusal } from "../errors";
import { newId } from "../ids";
import type { Run, RunKind } from "./batch";

type NewRun = {
  batchId: string;
  kind: RunKind;
  /** How many cards it is about. */
  total: number;
  amountCents?: number | undefined;
  note?: string | undefined;
  /** Of existing cards: those after the one id, up to the other. */
  afterCardId?: string | null;
  lastCardId?: string;
};

/**
 * Queues work on a batch in the commit that calls for it; workDue() does it, slice by slice, on
 * behalf of who asked. A batch has one such work at a time. Refuses: batch_busy.
 */
export async function startRun(
  ctx: Ctx,
  tx: Tx,
  { batchId, kind, total, ...what }: NewRun,
): Promise<{ id: string; run: Run }> {
  const { merchantId, principal, requestId } = ctx;
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
