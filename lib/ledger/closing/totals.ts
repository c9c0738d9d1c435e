import { inArray, type SQL, sql } from "drizzle-orm";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { readFromReplica } from "@/lib/db/client/replica";

/**
 * The end of a store's closed days, whose totals are final (null if none), its time zone and today. The totals of
 * its batches end at `batchesUntil`.
 */
export type ClosedDays = {
  zone: string;
  until: string | null;
  batchesUntil: string | null;
  today: string;
};

/**
 * The category of a movement in reports. Each movement has exactly one. A reversal or refund is on the counter
 * account of what it returns, so it counts against that.
 */
const MOVEMENT_KIND_SQL = sql`case
  when type in ('transfer_in', 'transfer_out') then 'transfers'
  when type not in ('load', 'spend') then 'gifts'
  when counter_account = 'breakage' then 'breakage'
  when counter_account = 'redemption' then 'redeemed'
  when counter_account = 'store_credit' then 'credited'
  when counter_account = 'imported' then 'imported'
  else 'issued' end`;

/**
 * Whether the transaction `t` sold the card `c`: its first one did, unless the card replaced another, which was
 * sold before.
 */
export const IS_SALE_SQL = sql`t.sequence = 1 and not exists (select from cards p
  where p.merchant_id = c.merchant_id and p.replaced_by_id = c.id)`;

/** Reads a store's totals in one snapshot, so that a day that is closed meanwhile counts once. */
export const withClosedDays = <T>(
  merchantId: string,
  read: (tx: Tx, books: ClosedDays) => Promise<T>,
  from: Db = db(),
): Promise<T> =>
  from.transaction(async (tx) => read(tx, await readClosedDays(tx, merchantId)), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });

/** withClosedDays() on the replica if it has caught up. */
export const withClosedDaysOnReplica = <T>(
  merchantId: string,
  read: (tx: Tx, books: ClosedDays) => Promise<T>,
): Promise<T> => readFromReplica((from) => withClosedDays(merchantId, read, from));

export async function readClosedDays(tx: Tx, merchantId: string): Promise<ClosedDays> {
  const rows = await tx.execute<ClosedDays>(sql`
    select zone, until::text, case when batch_totals_until = until then until end::text as "batchesUntil",
      (now() at time zone zone)::date::text as today
    from (select coalesce(closed_zone, time_zone) as zone, rolled_up_until as until, batch_totals_until
      from merchants where id = ${merchantId}) store`);
  return onlyRow(rows);
}

/**
 * Selects rows of (day, currency, type, counter_account, kind, cents, count), by day in the store's time
 * zone: closed days from the daily totals, later ones from the ledger. `cents` is what the movements added
 * to cards, including pending ones. Excludes days before `from` (YYYY-MM-DD). Read the closed days in the
 * same snapshot.
 */
export const totalsByDaySql = (
  merchantId: string,
  { zone, until }: ClosedDays,
  from?: string,
): SQL => sql`
  select day, currency, type, counter_account, ${MOVEMENT_KIND_SQL} as kind, cents, count from (
    select day, currency, type, counter_account, sign_of(type) * amount_cents as cents, count
    from daily_totals where merchant_id = ${merchantId}
      ${from ? sql`and day >= ${from}::date` : sql``}
    union all
    select (created_at at time zone ${zone})::date, currency, type, counter_account,
      sign_of(type) * sum(amount_cents), count(*)
    from transactions where merchant_id = ${merchantId}
      ${until ? sql`and id >= first_id_at(${until}::timestamptz)` : sql``}
      ${from ? sql`and id >= first_id_at(day_start(${from}::date, ${zone}))` : sql``}
    group by 1, 2, 3, 4
  ) movements`;

/**
 * Selects rows of (currency, kind, cents): what the movements of a time span added to cards, including pending
 * ones. `begins` is inclusive, or null for everything before `ends`, which is exclusive.
 */
export const totalsBetweenSql = (
  merchantId: string,
  { begins, ends }: { begins: string | null; ends: string },
): SQL => sql`
  select currency, kind, sum(cents)::text as cents from (
    select currency, ${MOVEMENT_KIND_SQL} as kind, sign_of(type) * amount_cents as cents
    from transactions where merchant_id = ${merchantId} and id < first_id_at(${ends}::timestamptz)
      ${begins ? sql`and id >= first_id_at(${begins}::timestamptz)` : sql``}
  ) movements group by 1, 2`;

/** Whether a store has more than `max` movements since the last closed day in its batches' totals. */
export async function hasMoreLiveMovements(
  tx: Tx,
  merchantId: string,
  { batchesUntil }: Pick<ClosedDays, "batchesUntil">,
  max: number,
): Promise<boolean> {
  const [row] = await tx.execute<{ more: boolean }>(sql`
    select count(*) > ${max} as more from (
      select from transactions t where ${isLive(merchantId, batchesUntil)} limit ${max + 1}) live`);
  return row?.more ?? false;
}

const isLive = (merchantId: string, until: string | null): SQL => sql`t.merchant_id = ${merchantId}
  ${until ? sql`and t.id >= first_id_at(${until}::timestamptz)` : sql``}`;

/**
 * Selects rows of (batch_id, currency, kind, sold_cards, cents) of these batches' cards, like totalsByDaySql():
 * with or without the movements since the last closed day. Read the closed days in the same snapshot.
 */
export const totalsByBatchSql = (
  merchantId: string,
  { batchesUntil }: Pick<ClosedDays, "batchesUntil">,
  { batchIds, live }: { batchIds: string[]; live: boolean },
): SQL => sql`
  select batch_id, currency, ${MOVEMENT_KIND_SQL} as kind, sold_cards,
    sign_of(type) * amount_cents as cents from (
    select batch_id, currency, type, counter_account, sold_cards, amount_cents
    from batch_totals where merchant_id = ${merchantId} and ${inArray(sql`batch_id`, batchIds)}
      and ${batchesUntil !== null}
    ${live ? sql`union all ${liveByBatchSql(merchantId, batchesUntil, batchIds)}` : sql``}
  ) movements`;

/**
 * Sums up each card's movements first, and then looks the cards up in the order of their ids (`offset 0`): most
 * batches have more cards than a day has movements.
 */
const liveByBatchSql = (merchantId: string, until: string | null, batchIds: string[]): SQL => sql`
  select c.batch_id, t.currency, t.type, t.counter_account, count(*) filter (where ${IS_SALE_SQL}),
    sum(t.amount_cents)
  from (select merchant_id, card_id, currency, type, counter_account, min(sequence) as sequence,
      sum(amount_cents) as amount_cents
    from transactions t where ${isLive(merchantId, until)}
    group by 1, 2, 3, 4, 5 order by card_id) t
  cross join lateral (select merchant_id, id, batch_id from cards
    where merchant_id = t.merchant_id and id = t.card_id offset 0) c
  where ${inArray(sql`c.batch_id`, batchIds)}
  group by 1, 2, 3, 4`;
