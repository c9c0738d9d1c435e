import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { cards } from "../db/schema/cards";
import { invalid } from "../errors";
import type { Batch } from "./batch";

/** Positions in a batch, from 1, both included. */
export type Range = { from?: number | undefined; to?: number | undefined };

/** Fills in the defaults of a range. Refuses: invalid_request (to). */
export function rangeIn(
  { createdCards }: Batch,
  { from = 1, to = createdCards }: Range,
): { from: number; to: number } {
  if (to > createdCards) throw invalid("to", `the batch has ${createdCards} cards`);
  if (from > to) throw invalid("to", `must be at least ${from}`);
  return { from, to };
}

/** Converts a range to ids: the cards after `afterCardId`, up to `lastCardId`. */
export async function boundsOf(
  from: Db | Tx,
  merchantId: string,
  batch: Batch,
  range: Range,
): Promise<{ total: number; afterCardId: string | null; lastCardId: string }> {
  const { from: first, to: last } = rangeIn(batch, range);
  const idAt = async (place: number) => {
    const [card] = await from
      .select({ id: cards.id })
      .from(cards)
      .where(and(eq(cards.merchantId, merchantId), eq(cards.batchId, batch.id)))
      .orderBy(asc(cards.id))
      .limit(1)
      .offset(place - 1);
    if (!card) throw new Error("a batch lacks a card that it counts");
    return card.id;
  };
  return {
    total: last - first + 1,
    afterCardId: first === 1 ? null : await idAt(first - 1),
    lastCardId: await idAt(last),
  };
}

export const unsoldIn = (
  tx: Tx,
  merchantId: string,
  batchId: string,
  { afterCardId, lastCardId }: { afterCardId: string | null; lastCardId: string },
): Promise<number> =>
  tx.$count(
    cards,
    and(
      eq(cards.merchantId, merchantId),
      eq(cards.batchId, batchId),
      eq(cards.status, "inactive"),
      afterCardId ? gt(cards.id, afterCardId) : undefined,
      lte(cards.id, lastCardId),
    ),
  );
