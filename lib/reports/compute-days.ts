import { sql } from "drizzle-orm";
import type { Tx } from "../db/client";

/** How long after midnight a day is closed: longer than any request may still be writing into it. */
const GRACE = "1 hour";

/** Computed but unpublished days of a store, and the state of the store at that time. */
export type ComputedDays = {
  merchantId: string;
  zone: string;
  until: string;
  /** All days are recomputed, because the time zone changed. */
  moved: boolean;
  formerUntil: string | null;
  formerZone: string | null;
};

/**
 * Sums up a store's ended days in the temporary table `closing_days`, without locks that movements of money
 * wait for. Pending movements are listed one by one, because they can be completed before the days are
 * published. Null if there is nothing to do, or another run is working on the store.
 */
export async function computeDays(tx: Tx, merchantId: string): Promise<ComputedDays | null> {
  const [mine] = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`close-days:${merchantId}`}, 0)) as alone`,
  );
  if (!mine?.alone) return null;
  const [span] = await tx.execute<ComputedDays>(sql`
    with store as (select rolled_up_until, closed_zone, time_zone,
        day_start(((now() - interval '${sql.raw(GRACE)}') at time zone time_zone)::date, time_zone)
          as until,
        coalesce(closed_zone, time_zone) <> time_zone as moved
      from merchants where id = ${merchantId})
    select id as "merchantId", time_zone as zone, until::text as until, moved,
      rolled_up_until::text as "formerUntil", closed_zone as "formerZone"
    from store, (select ${merchantId}::uuid as id) wanted
    where rolled_up_until is null or rolled_up_until < until or moved`);
  if (!span) return null;
  const { zone, until, moved, formerUntil } = span;
  const from = moved ? null : formerUntil;
  await tx.execute(sql`create temp table closing_days (day date, type text, status text,
    counter_account text, currency text, pending uuid, count bigint, amount_cents numeric)
    on commit drop`);
  await tx.execute(sql`
    insert into closing_days
      select (created_at at time zone ${zone})::date, type, status, counter_account, currency,
        case when status = 'pending' then id end, count(*), sum(amount_cents)
      from transactions
      where merchant_id = ${merchantId} and id < first_id_at(${until}::timestamptz)
        ${from === null ? sql`` : sql`and id >= first_id_at(${from}::timestamptz)`}
      group by 1, 2, 3, 4, 5, 6`);
  return span;
}
