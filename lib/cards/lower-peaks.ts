import { sql } from "drizzle-orm";
import { db } from "../db/client";
import { BEFORE_ALL_IDS } from "../ids";

// A movement of one of these cards waits for no longer than a slice takes.
const CARDS_PER_SLICE = 500;
/**
 * Lowers the peaks of a store's cards to what they hold now, in short commits. A peak may be anything
 * from the balance up; the nearer they are, the fewer cards a list by balance looks through. Cut
 * short it leaves the rest to the next time.
 */
export async function lowerPeaks(merchantId: string, slice = CARDS_PER_SLICE): Promise<void> {
  let after: string | undefined = BEFORE_ALL_IDS;
  while (after) {
    const [last]: { id: string }[] = await db().execute<{ id: string }>(sql`
      with slice as materialized (
        select id from cards where merchant_id = ${merchantId} and id > ${after}::uuid
        order by id limit ${slice}::int
      ), lowered as (
        update cards c set peak_cents = c.balance_cents from slice s
          where c.merchant_id = ${merchantId} and c.id = s.id and c.peak_cents > c.balance_cents
      )
      select id from slice order by id desc limit 1`);
    after = last?.id;
  }
}
