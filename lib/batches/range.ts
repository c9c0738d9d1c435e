import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Db, Tx } from "../db/client";
import { cards } from "../db/schema/cards";
import { invalid } from "../errors";
import type { Batch } from "./batch";

/** Cards of a batch by their places in it, the first being 1; both included. */
export type Range = { from?: number | undefined; to?: number | undefined };

/** A range with its ends. Refuses: invalid_request (to) where the batch has no such cards. */
export function rangeIn(
  { createdCards }: Batch,
  { from = 1, to = createdCards }: Range,
): { from: number; to: number } {
  if (to > createdCards) throw invalid("to", `the batch has ${createdCards} cards`);
  if (from > to) throw invalid("to", `must be at least ${from}`);
  return { from, to };
}

/** A range as a run keeps it: how many cards, after which id, up to which. */
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

/** How many cards between the bounds are unsold at this moment. */
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
