import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { invalid } from "../errors";
import { operation } from "../ledger/operation";
import { type Batch, idleBatch, startRun } from "./batch";
import { boundsOf, type Range, unsoldIn } from "./range";

export type BatchActivation = Range & {
  batchId: string;
  /** The amount for each card, in minor units. Defaults to the batch's amount. */
  amountCents?: number | undefined;
  note?: string | undefined;
};

/**
 * Queues the activation of a batch's unsold cards, or of a range of them.
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
    const cards = await unsoldIn(tx, ctx.merchantId, batchId, bounds);
    const what = { kind: "activate", amountCents: each, note, ...bounds } as const;
    const { run } = await startRun(ctx, tx, { batchId, ...what });
    const { name, currency } = batch;
    const details = { name, amountCents: each, currency, cards, ...range, note };
    await audit(tx, authorOf(ctx), { action: "batch.activated", subjectId: batchId, details });
    return { batch: { ...batch, lastRun: run } };
  });

/**
 * Queues the disabling of a batch's unsold cards, or of a range of them.
 * Refuses: not_found, batch_busy, invalid_request (to).
 */
export const voidBatch = (ctx: Ctx, { batchId, ...range }: Range & { batchId: string }) =>
  operation(ctx, async (tx): Promise<{ batch: Batch }> => {
    const batch = await idleBatch(tx, ctx.merchantId, batchId);
    const bounds = await boundsOf(tx, ctx.merchantId, batch, range);
    const cards = await unsoldIn(tx, ctx.merchantId, batchId, bounds);
    const { run } = await startRun(ctx, tx, { batchId, kind: "void", ...bounds });
    const details = { name: batch.name, cards, ...range };
    await audit(tx, authorOf(ctx), { action: "batch.voided", subjectId: batchId, details });
    return { batch: { ...batch, lastRun: run } };
  });
