import { asc, sql } from "drizzle-orm";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { log, safeError } from "../log";
import { computeDays } from "./compute-days";
import { publishDailyTotals } from "./publish-daily-totals";

/**
 * Adds each merchant's ended days, in its time zone, to the daily totals, in one transaction per merchant.
 * If a merchant changed its time zone, all its days are recomputed in a temporary table first, so that
 * movements of money don't wait. Returns the number of merchants whose days were closed.
 */
export async function closeDays(): Promise<number> {
  const stores = await db().select({ id: merchants.id }).from(merchants).orderBy(asc(merchants.id));
  let closed = 0;
  for (const { id } of stores) {
    try {
      if (await closeDaysOf(id)) closed++;
    } catch (error) {
      // An error in one store must not stop the others.
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
