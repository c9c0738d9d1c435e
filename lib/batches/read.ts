import { and, count, eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { batches } from "../db/schema/batches";
import { cards } from "../db/schema/cards";
import { Refusal } from "../errors";
import type { CardStatus } from "../ledger/records";
import { type Page, type PageRequest, pageOf } from "../page";
import { type Batch, findBatch, newestBatches } from "./batch";

export type CardsByStatus = Record<CardStatus, number>;

export type BatchWithCards = { batch: Batch; cards: CardsByStatus };

/** Returns a batch and the number of its cards in each status. Refuses: not_found. */
export async function readBatch(
  { merchantId }: Ctx,
  { batchId }: { batchId: string },
): Promise<BatchWithCards> {
  const [batch, rows] = await Promise.all([
    findBatch(merchantId, batchId),
    db()
      .select({ status: cards.status, count: count() })
      .from(cards)
      .where(and(eq(cards.merchantId, merchantId), eq(cards.batchId, batchId)))
      .groupBy(cards.status),
  ]);
  if (!batch) throw new Refusal("not_found");
  const byStatus: CardsByStatus = { inactive: 0, active: 0, disabled: 0 };
  for (const { status, count } of rows) byStatus[status] = count;
  return { batch, cards: byStatus };
}

/** Lists the merchant's batches, newest first. Refuses: invalid_request (the cursor). */
export const listBatches = ({ merchantId }: Ctx, request: PageRequest): Promise<Page<Batch>> =>
  pageOf(
    request,
    { list: "batches", merchantId },
    (after, limit, offset) => newestBatches(merchantId, after, limit, offset),
    // Cheap: a store has a few hundred batches at most.
    () => db().$count(batches, eq(batches.merchantId, merchantId)),
  );
