import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { batches } from "../db/schema/batches";
import { newId } from "../ids";
import type { CardType } from "../ledger/records";
import type { Batch } from "./batch";
import { startRun } from "./start-run";

type Wanted = {
  name: string;
  source: Batch["source"];
  quantity: number;
  /** Null of an import in several. */
  currency: string | null;
  cardType: CardType;
  amountCents?: number | undefined;
};

/** Notes a batch, and the run that is to make its cards, in the commit that calls for it. */
export async function beginBatch(
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
