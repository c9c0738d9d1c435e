import { sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import type { ComputedDays } from "./compute-days";

/**
 * Publishes computed days, and replaces all earlier ones if the store changed its time zone. Movements of
 * money wait only for this swap. Returns false and changes nothing if the store changed since the days
 * were computed.
 */
export async function publishDailyTotals(tx: Tx, computed: ComputedDays): Promise<boolean> {
  const { merchantId, zone, until, moved, formerUntil, formerZone } = computed;
  // Locks the store: pending movements complete either before this, or after the days are published.
  const [same] = await tx.execute(sql`
    select from merchants where id = ${merchantId} and time_zone = ${zone}
      and rolled_up_until is not distinct from ${formerUntil}::timestamptz
      and closed_zone is not distinct from ${formerZone}::text
    for no key update`);
  if (!same) return false;
  if (moved) await tx.execute(sql`delete from daily_totals where merchant_id = ${merchantId}`);
  await tx.execute(sql`
    insert into daily_totals (merchant_id, day, type, status, counter_account, currency, count,
        amount_cents)
      select ${merchantId}::uuid, c.day, c.type, coalesce(t.status, c.status), c.counter_account,
        c.currency, sum(c.count), sum(c.amount_cents)
      from closing_days c
      left join transactions t on t.merchant_id = ${merchantId} and t.id = c.pending
      group by 1, 2, 3, 4, 5, 6`);
  await tx.execute(sql`
    update merchants set rolled_up_until = ${until}, closed_zone = ${zone}
      where id = ${merchantId}`);
  return true;
}
