import { asc, sql } from "drizzle-orm";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { log, safeError } from "../log";

/** How long after midnight a day is closed: longer than any request may still be writing into it. */
const GRACE = "1 hour";

/**
 * Rolls up every merchant's days that have ended, in the merchant's time zone, each in one commit.
 * A merchant that moved to another zone has all its days closed anew. Run again it finds nothing to
 * do. Gives the number of merchants whose days were closed.
 */
export async function closeDays(): Promise<number> {
  const stores = await db().select({ id: merchants.id }).from(merchants).orderBy(asc(merchants.id));
  let closed = 0;
  for (const { id } of stores) {
    try {
      closed += await closeDaysOf(id);
    } catch (error) {
      // One store's trouble must not keep the others' days open.
      log().error({ merchantId: id, error: safeError(error) }, "days were not closed");
    }
  }
  return closed;
}

const closeDaysOf = (merchantId: string): Promise<number> =>
  db().transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '10min'`);
    // The row's lock keeps two runs from adding the same day twice.
    const [span] = await tx.execute<{ from: string; until: string; moved: boolean }>(sql`
      with store as (select rolled_up_until, day_start(((now() - interval '${sql.raw(GRACE)}')
          at time zone time_zone)::date, time_zone) as until,
          coalesce(closed_zone, time_zone) <> time_zone as moved
        from merchants where id = ${merchantId} for no key update)
      select case when moved then '-infinity' else coalesce(rolled_up_until, '-infinity') end::text
          as from, until::text as until, moved
      from store where rolled_up_until is null or rolled_up_until < until or moved`);
    if (!span) return 0;
    if (span.moved) {
      await tx.execute(sql`delete from daily_totals where merchant_id = ${merchantId}`);
    }
    await tx.execute(sql`
      insert into daily_totals (merchant_id, day, type, status, counter_account, currency, count,
          amount_cents)
        select t.merchant_id, (t.created_at at time zone m.time_zone)::date, t.type, t.status,
          t.counter_account, t.currency, count(*), sum(t.amount_cents)
        from transactions t join merchants m on m.id = t.merchant_id
        where t.merchant_id = ${merchantId} and t.id < first_id_at(${span.until}::timestamptz)
          and (${span.from}::timestamptz = '-infinity'
            or t.id >= first_id_at(nullif(${span.from}, '-infinity')::timestamptz))
        group by 1, 2, 3, 4, 5, 6`);
    await tx.execute(sql`
      update merchants set rolled_up_until = ${span.until}, closed_zone = time_zone
        where id = ${merchantId}`);
    return 1;
  });
