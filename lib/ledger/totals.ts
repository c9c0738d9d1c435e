import { type SQL, sql } from "drizzle-orm";
import { db, type Tx } from "../db/client";

/** How far a store's days are closed, and in which zone; `until` is null before the first is. */
export type Books = { zone: string; until: string | null; today: string };

/** In whose terms a movement stands in reports; every one has exactly one. */
const KIND = sql`case
  when type = 'spend' and counter_account = 'breakage' then 'breakage'
  when type = 'spend' then 'redeemed'
  when type = 'load' and counter_account = 'store_credit' then 'credited'
  when type = 'load' then 'issued'
  when type in ('transfer_in', 'transfer_out') then 'transfers'
  else 'gifts' end`;

/** Reads a store's totals in one snapshot, so that a day that is closed meanwhile counts once. */
export const withBooks = <T>(
  merchantId: string,
  read: (tx: Tx, books: Books) => Promise<T>,
): Promise<T> =>
  db().transaction(async (tx) => read(tx, await booksOf(tx, merchantId)), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });

/** How far the days of a store are closed. */
export async function booksOf(tx: Tx, merchantId: string): Promise<Books> {
  const [books] = await tx.execute<Books>(sql`
    select zone, until::text, (now() at time zone zone)::date::text as today
    from (select coalesce(closed_zone, time_zone) as zone, rolled_up_until as until
      from merchants where id = ${merchantId}) store`);
  if (!books) throw new Error("the store is not there");
  return books;
}

/**
 * Rows of (day, currency, type, counter_account, kind, cents, count), by the store's days: closed
 * ones from the roll-ups, the rest from the ledger. `cents` is what the movements added to the
 * cards, pending ones too. Days before `from` (YYYY-MM-DD) are left out. `books` has to be of the
 * same snapshot.
 */
export const totals = (merchantId: string, { zone, until }: Books, from?: string): SQL => sql`
  select day, currency, type, counter_account, ${KIND} as kind, cents, count from (
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
