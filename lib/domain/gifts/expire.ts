import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { isRefusal } from "@/lib/base/errors";
import { log, safeError } from "@/lib/base/observe/log";
import { currentBucket } from "@/lib/db/client/buckets";
import { db } from "@/lib/db/client/client";
import { storeNow } from "@/lib/db/client/clock";
import { merchants } from "@/lib/db/schema/merchants";
import { operatorContext } from "@/lib/domain/people/operator";
import { expireGift } from "./accept-or-return";

const BATCH_SIZE = 200;
const MAX_RUN_MS = 10_000;

/**
 * Sends back gifts that were not accepted within 30 days of delivery, oldest first, and returns how many: those
 * of all stores of the bucket, then those of each test twin whose clock is ahead.
 */
export async function expireGifts(): Promise<number> {
  const ahead = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(eq(merchants.bucket, currentBucket()), gt(merchants.clockOffsetMs, 0)));
  let expired = await expireDueGifts(sql`expires_at <= now()`);
  for (const { id } of ahead) expired += await expireGiftsOf(id);
  return expired;
}

/** expireGifts() at one store, by its clock. */
export const expireGiftsOf = (merchantId: string): Promise<number> =>
  expireDueGifts(
    sql`merchant_id = ${merchantId} and expires_at <= (select ${storeNow(merchantId)})`,
  );

/**
 * Sends back the gifts that `isDue` matches. A gift that fails does not block the others. Runs can overlap or
 * stop early, because each gift is sent back in its own transaction.
 */
async function expireDueGifts(isDue: SQL): Promise<number> {
  const startedAt = performance.now();
  let expired = 0;
  let last: DueGift | undefined;
  do {
    const batch: readonly DueGift[] = await selectDueGifts(isDue, last);
    for (const gift of batch) {
      if (performance.now() - startedAt > MAX_RUN_MS) return expired;
      if (await expire(gift)) expired++;
    }
    last = batch.length === BATCH_SIZE ? batch.at(-1) : undefined;
  } while (last);
  return expired;
}

async function expire({ merchantId, id }: DueGift): Promise<boolean> {
  try {
    await expireGift(operatorContext(merchantId), { giftId: id });
    return true;
  } catch (error) {
    const wasSettled = isRefusal(error) && error.code === "gift_settled";
    const facts = { merchantId, giftId: id, error: safeError(error) };
    if (!wasSettled) log().error(facts, "a gift was not returned");
    return false;
  }
}

/** `since` is a string, because a Date would lose the microseconds. */
type DueGift = { merchantId: string; id: string; since: string };

const selectDueGifts = (isDue: SQL, after: DueGift | undefined) =>
  db().execute<DueGift>(sql`
    select merchant_id as "merchantId", id, expires_at::text as since from gifts
    where status = 'pending' and ${isDue}
      ${after ? sql`and (expires_at, id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql``}
    order by expires_at, id limit ${BATCH_SIZE}`);
