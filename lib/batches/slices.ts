import { and, asc, eq, gt, lte } from "drizzle-orm";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import type { batchRuns } from "../db/schema/batches";
import { cards } from "../db/schema/cards";
import type { CardStatus } from "../ledger/records";

export type RunRow = typeof batchRuns.$inferSelect;

/** How many cards a slice did, and left as they were; `lastCardId` is where the next one begins. */
type Progress = { done: number; skipped: number; lastCardId?: string };

/** Does the next slice of a run inside a commit that also notes the progress. */
export type Slice = (ctx: Ctx, tx: Tx, run: RunRow) => Promise<Progress>;

/** The next existing cards of a run, locked in the order of their ids, as everywhere. */
const lockNext = (
  tx: Tx,
  run: RunRow,
  limit: number,
): Promise<{ id: string; status: CardStatus }[]> =>
  tx
    .select({ id: cards.id, status: cards.status })
    .from(cards)
    .where(
      and(
        eq(cards.merchantId, run.merchantId),
        eq(cards.batchId, run.batchId),
        run.afterCardId ? gt(cards.id, run.afterCardId) : undefined,
        run.lastCardId ? lte(cards.id, run.lastCardId) : undefined,
      ),
    )
    .orderBy(asc(cards.id))
    .limit(limit)
    .for("no key update");

/** Does `change` to the unsold ones of the next cards, and leaves the others as they are. */
export async function eachUnsold(
  tx: Tx,
  run: RunRow,
  limit: number,
  change: (cardIds: string[]) => Promise<unknown>,
): Promise<Progress> {
  const next = await lockNext(tx, run, limit);
  const unsold = next.filter(({ status }) => status === "inactive").map(({ id }) => id);
  if (unsold.length > 0) await change(unsold);
  const last = next.at(-1);
  if (!last) throw new Error("a run has cards left, and there are none");
  return { done: unsold.length, skipped: next.length - unsold.length, lastCardId: last.id };
}
