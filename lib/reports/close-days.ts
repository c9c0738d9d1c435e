import { asc, sql } from "drizzle-orm";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { log, safeError } from "../log";
import { computeDays } from "./compute-days";
import { publishDailyTotals } from "./publish-daily-totals";

/**
 * Rolls up every merchant's days that have ended, in the merchant's time zone, each in one commit.
 * A merchant that moved to another zone has all its days closed anew: beside those in force, so that
 * no movement of money waits for it. Run again it finds nothing to do. Gives the number of merchants
 * whose days were closed.
 */
export async function closeDays(): Promise<number> {
  const stores = await db().select({ id: merchants.id }).from(merchants).orderBy(asc(merchants.id));
  let closed = 0;
  for (const { id } of stores) {
    try {
      if (await closeDaysOf(id)) closed++;
    } catch (error) {
      // One store's trouble must not keep the others' days open.
      log().error({ merchantId: id, error: safeError(error) }, "days were not closed");
    }
  }
  return closed;
}

const closeDaysOf = (merchantId: string): Promise<boolean> =>
  db().transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '10min'`);
    const computed = await computeDays(tx, merchantId);
    return computed !== null && (await publishDailyTotals(tx, computed));
  });
