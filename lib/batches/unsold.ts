import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { invalid } from "../errors";
import { operation } from "../ledger/operation";
import { type Batch, idleBatch } from "./batch";
import { boundsOf, type Range, unsoldIn } from "./range";
import { startRun } from "./start-run";

export type BatchActivation = Range & {
  batchId: string;
  /** With which each card is activated, in minor units; the batch's own amount when left out. */
  amountCents?: number | undefined;
  note?: string | undefined;
};

/**
 * Begins to activate the unsold cards of a batch, or of a range of it; workDue() goes on with it.
 * Refuses: not_found, batch_busy, invalid_request (amountCents, to).
 */
export const activateBatch = (
  ctx: Ctx,
  { batchId, amountCents, note, ...range }: BatchActivation,
) =>
  operation(ctx, async (tx): Promise<{ batch: Batch }> => {
    const batch = await idleBatch(tx, ctx.merchantId, batchId);
    const each = amountCents ?? batch.amountCents;
    if (each === null) throw invalid("amountCents", "is required, since the batch has none");
    const bounds = await boundsOf(tx, ctx.merchantId, batch, range);
    const unsold = await unsoldIn(tx, ctx.merchantId, batchId, bounds);
    const what = { kind: "activate", amountCents: each, note, ...bounds } as const;
    const { run } = await startRun(ctx, tx, { batchId, ...what });
    await audit(tx, authorOf(ctx), {
      action: "batch.activated",
      subjectId: batchId,
      details: {
        name: batch.name,
        amountCents: each,
        currency: batch.currency,
        cards: unsold,
        ...range,
        note,
      },
    });
    return { batch: { ...batch, lastRun: run } };
  });
