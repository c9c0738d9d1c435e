import { and, asc, eq, lte, sql } from "drizzle-orm";
import { db } from "../db/client";
import { gifts } from "../db/schema/gifts";
import { isRefusal } from "../errors";
import { log, safeError } from "../log";
import { operatorContext } from "../merchants/operator";
import { returnGift } from "./return";

const BATCH = 200;
const MAX_RUN_MS = 10_000;

/**
 * Sends back the gifts that nobody took within 30 days of their delivery. Runs may overlap and end
 * early: each gift is settled in a commit of its own, once.
 */
export async function expireGifts(): Promise<number> {
  const startedAt = performance.now();
  let expired = 0;
  for (const { merchantId, id } of await due()) {
    if (performance.now() - startedAt > MAX_RUN_MS) break;
    try {
      await returnGift(operatorContext(merchantId), { giftId: id, status: "expired" });
      expired++;
    } catch (error) {
      // Somebody was faster.
      if (isRefusal(error) && error.code === "gift_settled") continue;
      log().error({ merchantId, giftId: id, error: safeError(error) }, "a gift was not returned");
    }
  }
  return expired;
}

const due = () =>
  db()
    .select({ merchantId: gifts.merchantId, id: gifts.id })
    .from(gifts)
    .where(and(eq(gifts.status, "pending"), lte(gifts.expiresAt, sql`now()`)))
    .orderBy(asc(gifts.expiresAt))
    .limit(BATCH);
