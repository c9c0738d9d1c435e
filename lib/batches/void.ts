import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { operation } from "../ledger/operation";
import { type Batch, idleBatch } from "./batch";
import { boundsOf, type Range, unsoldIn } from "./range";
import { startRun } from "./start-run";

/**
 * Begins to disable the unsold cards of a batch, or of a range of it, for good; workDue() goes on
 * with it. Refuses: not_found, batch_busy, invalid_request (to).
 */
export const voidBatch = (ctx: Ctx, { batchId, ...range }: Range & { batchId: string }) =>
  operation(ctx, async (tx): Promise<{ batch: Batch }> => {
    const batch = await idleBatch(tx, ctx.merchantId, batchId);
    const bounds = await boundsOf(tx, ctx.merchantId, batch, range);
    const unsold = await unsoldIn(tx, ctx.merchantId, batchId, bounds);
    const { run } = await startRun(ctx, tx, { batchId, kind: "void", ...bounds });
    await audit(tx, authorOf(ctx), {
      action: "batch.voided",
      subjectId: batchId,
      details: { name: batch.name, cards: unsold, ...range },
    });
    return { batch: { ...batch, lastRun: run } };
  });
