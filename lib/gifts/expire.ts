import { and, asc, eq, lte, sql } from "drizzle-orm";
import { db } from "../db/client";
import { gifts } from "../db/schema/gifts";
import { isRefusal } from "../errors";
import { log, safeError } from "../log";
import { operatorContext } from "../merchants/operator";
import { expireGift } from "./return";

const BATCH = 200;
const MAX_RUN_MS = 10_000;

/**
 * Sends back the gifts that nobody took within 30 days of their delivery, those that waited longest
 * first; one that can't be returned keeps none of the others. Runs may overlap and end early: each gift
 * is settled in a commit of its own, once.
 */
export async function expireGifts(): Promise<number> {
  const startedAt = performance.now();
  let expired = 0;
  let last: Due | undefined;
  do {
    const batch = await due(last);
    for (const gift of batch) {
      if (performance.now() - startedAt > MAX_RUN_MS) return expired;
      if (await expire(gift)) expired++;
    }
    last = batch.length === BATCH ? batch.at(-1) : undefined;
  } while (last);
  return expired;
}

async function expire({ merchantId, id }: Due): Promise<boolean> {
  try {
    await expireGift(operatorContext(merchantId), { giftId: id });
    return true;
  } catch (error) {
    // Somebody was faster.
    if (isRefusal(error) && error.code === "gift_settled") return false;
    log().error({ merchantId, giftId: id, error: safeError(error) }, "a gift was not returned");
    return false;
  }
}

/** `since` as text, since a Date would cut its microseconds. */
type Due = { merchantId: string; id: string; since: string };

const due = (after: Due | undefined): Promise<Due[]> =>
  db()
    .select({
      merchantId: gifts.merchantId,
      id: gifts.id,
      since: sql<string>`${gifts.expiresAt}::text`,
    })
    .from(gifts)
    .where(
      and(
        eq(gifts.status, "pending"),
        lte(gifts.expiresAt, sql`now()`),
        after
          ? sql`(${gifts.expiresAt}, ${gifts.id}) > (${after.since}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(gifts.expiresAt), asc(gifts.id))
    .limit(BATCH);
