import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { batches } from "../db/schema/batches";
import { newId } from "../ids";
import { operation } from "../ledger/operation";
import type { CardType } from "../ledger/records";
import { type Batch, startRun } from "./batch";

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
export const createBatch = (ctx: Ctx, wanted: NewBatch) =>
  operation(ctx, async (tx): Promise<{ batch: Batch }> => {
    const { batch } = await insertBatch(ctx, tx, { ...wanted, source: "created" });
    const what = { action: "batch.created", subjectId: batch.id, details: wanted } as const;
    await audit(tx, authorOf(ctx), what);
    return { batch };
  });

/** `currency` is null for an import with several currencies. */
type Wanted = Omit<NewBatch, "currency"> & Pick<Batch, "source" | "currency">;

/** Inserts a batch and queues the creation of its cards. */
export async function insertBatch(
  ctx: Ctx,
  tx: Tx,
  wanted: Wanted,
): Promise<{ batch: Batch; runId: string }> {
  const { merchantId, principal } = ctx;
  const batchId = newId();
  const [row] = await tx
    .insert(batches)
    .values({ merchantId, id: batchId, actor: principal.actor, ...wanted })
    .returning();
  if (!row) throw new Error("the new batch was not returned");
  const kind = wanted.source === "import" ? "import" : "create";
  const { id: runId, run } = await startRun(ctx, tx, { batchId, kind, total: wanted.quantity });
  const { actor: _actor, merchantId: _merchant, ...batch } = row;
  return { batch: { ...batch, lastRun: run }, runId };
}
