import { asc, eq, sql } from "drizzle-orm";
import { log, safeError } from "@/lib/base/observe/log";
import { currentBucket } from "@/lib/db/client/buckets";
import { db, extendStatementTimeout, type Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { IS_SALE_SQL } from "@/lib/ledger/closing/totals";

/** How long after midnight a day is closed. Longer than any request can still write to that day. */
const GRACE_INTERVAL = "1 hour";
/** A store with years of history that was never totaled takes minutes. */
export const CLOSING_SECONDS = 600;

/**
 * Adds the past days of each merchant of the bucket, in its time zone, to the daily and batch totals, in one
 * transaction per merchant.
 * If a merchant changed its time zone, all its days are recomputed in a temporary table first, so that
 * movements of money don't wait. Returns the number of merchants whose days were closed.
 */
export async function closeDays(): Promise<number> {
  const stores = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.bucket, currentBucket()))
    .orderBy(asc(merchants.id));
  let closed = 0;
  for (const { id } of stores) {
    try {
      if (await closeDaysOf(id)) closed++;
      await sumUpBatches(id);
    } catch (error) {
      // An error in one store must not stop the others.
      log().error({ merchantId: id, error: safeError(error) }, "days were not closed");
    }
  }
  return closed;
}

/** Closes one merchant's days. Returns false if there is nothing to do, or another run is working on them. */
export const closeDaysOf = (merchantId: string): Promise<boolean> =>
  db().transaction(async (tx) => {
    await extendStatementTimeout(tx, CLOSING_SECONDS);
    const computed = await computeDays(tx, merchantId);
    return computed !== null && (await publishDailyTotals(tx, computed));
  });

/** A store's days, computed but not published, and the state of the store at that time. */
type ComputedDays = {
  merchantId: string;
  zone: string;
  until: string;
  /** Whether all days are recomputed, because the time zone changed or there are no batch totals yet. */
  moved: boolean;
  formerUntil: string | null;
  formerZone: string | null;
};

/**
 * Sums up a store's past days in the temporary table `closing_days`, without locks that movements of money
 * wait for. Pending movements are listed one by one, because they can be completed before the days are
 * published. Null if there is nothing to do, or another run is working on the store.
 */
export async function computeDays(tx: Tx, merchantId: string): Promise<ComputedDays | null> {
  if (!(await lockDays(tx, merchantId))) return null;
  const [span] = await tx.execute<ComputedDays>(sql`
    with store as (select rolled_up_until, closed_zone, time_zone,
        day_start(((now() - interval '${sql.raw(GRACE_INTERVAL)}') at time zone time_zone)::date, time_zone)
          as until,
        coalesce(closed_zone, time_zone) <> time_zone as moved
      from merchants where id = ${merchantId})
    select id as "merchantId", time_zone as zone, until::text as until, moved,
      rolled_up_until::text as "formerUntil", closed_zone as "formerZone"
    from store, (select ${merchantId}::uuid as id) merchant
    where rolled_up_until is null or rolled_up_until < until or moved`);
  if (!span) return null;
  const { zone, until, moved, formerUntil } = span;
  const from = moved ? null : formerUntil;
  await tx.execute(sql`create temp table closing_days (day date, type text, status text,
    counter_account text, currency text, pending uuid, batch_id uuid, sold_cards bigint, count bigint,
    amount_cents numeric) on commit drop`);
  await tx.execute(sql`
    insert into closing_days
      select (t.created_at at time zone ${zone})::date, type, t.status, counter_account, t.currency,
        case when t.status = 'pending' then t.id end, c.batch_id, count(*) filter (where ${IS_SALE_SQL}),
        count(*), sum(amount_cents)
      from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
      where t.merchant_id = ${merchantId} and t.id < first_id_at(${until}::timestamptz)
        ${from === null ? sql`` : sql`and t.id >= first_id_at(${from}::timestamptz)`}
      group by 1, 2, 3, 4, 5, 6, 7`);
  return span;
}

/** Publishes computed days; only this blocks movements. Returns false if the store changed meanwhile. */
export async function publishDailyTotals(tx: Tx, computed: ComputedDays): Promise<boolean> {
  const { merchantId, zone, until, moved, formerUntil, formerZone } = computed;
  // Locks the store: pending movements complete either before this or after the days are published.
  const [same] = await tx.execute(sql`
    select from merchants where id = ${merchantId} and time_zone = ${zone}
      and rolled_up_until is not distinct from ${formerUntil}::timestamptz
      and closed_zone is not distinct from ${formerZone}::text
    for no key update`);
  if (!same) return false;
  if (moved) {
    await tx.execute(sql`delete from daily_totals where merchant_id = ${merchantId}`);
    await tx.execute(sql`delete from batch_totals where merchant_id = ${merchantId}`);
  }
  await tx.execute(sql`
    insert into daily_totals (merchant_id, day, type, status, counter_account, currency, count,
        amount_cents)
      select ${merchantId}::uuid, c.day, c.type, coalesce(t.status, c.status), c.counter_account,
        c.currency, sum(c.count), sum(c.amount_cents)
      from closing_days c
      left join transactions t on t.merchant_id = ${merchantId} and t.id = c.pending
      group by 1, 2, 3, 4, 5, 6`);
  await tx.execute(sql`
    insert into batch_totals (merchant_id, batch_id, currency, type, counter_account, sold_cards,
        amount_cents)
      select ${merchantId}::uuid, batch_id, currency, type, counter_account, sum(sold_cards),
        sum(amount_cents)
      from closing_days where batch_id is not null and (${moved} or exists (select from merchants
        where id = ${merchantId} and batch_totals_until is not distinct from rolled_up_until))
      group by 1, 2, 3, 4, 5
      on conflict (merchant_id, batch_id, currency, type, counter_account) do update set
        sold_cards = batch_totals.sold_cards + excluded.sold_cards,
        amount_cents = batch_totals.amount_cents + excluded.amount_cents`);
  await tx.execute(sql`
    update merchants set rolled_up_until = ${until}, closed_zone = ${zone},
        batch_totals_until = case when ${moved} or batch_totals_until is not distinct from rolled_up_until
          then ${until}::timestamptz else batch_totals_until end
      where id = ${merchantId}`);
  return true;
}

/**
 * Sums up a store's batches if their totals don't end with its closed days: after an update from a release
 * without them, or when a server of that release closed a day.
 */
const sumUpBatches = (merchantId: string): Promise<void> =>
  db().transaction(async (tx) => {
    await extendStatementTimeout(tx, CLOSING_SECONDS);
    const [store] = await tx.execute<{ until: string }>(sql`
      select rolled_up_until::text as until from merchants where id = ${merchantId}
        and batch_totals_until is distinct from rolled_up_until`);
    if (!store || !(await lockDays(tx, merchantId))) return;
    await tx.execute(sql`create temp table closing_batches on commit drop as
      select c.batch_id, t.currency, type, counter_account, count(*) filter (where ${IS_SALE_SQL}) as sold,
        sum(amount_cents) as amount_cents
      from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
        and c.batch_id is not null
      where t.merchant_id = ${merchantId} and t.id < first_id_at(${store.until}::timestamptz)
      group by 1, 2, 3, 4`);
    const [same] = await tx.execute(sql`
      update merchants set batch_totals_until = rolled_up_until
        where id = ${merchantId} and rolled_up_until = ${store.until}::timestamptz returning id`);
    if (!same) return;
    await tx.execute(sql`delete from batch_totals where merchant_id = ${merchantId}`);
    await tx.execute(sql`
      insert into batch_totals (merchant_id, batch_id, currency, type, counter_account, sold_cards,
          amount_cents)
        select ${merchantId}::uuid, batch_id, currency, type, counter_account, sold, amount_cents
        from closing_batches`);
  });

/** Whether this run may work on a store's days: false while another one does. */
async function lockDays(tx: Tx, merchantId: string): Promise<boolean> {
  const [mine] = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`close-days:${merchantId}`}, 0)) as alone`,
  );
  return mine?.alone ?? false;
}
