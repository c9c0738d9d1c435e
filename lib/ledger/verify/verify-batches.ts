import { type SQL, sql } from "drizzle-orm";
import { IS_SALE_SQL } from "@/lib/ledger/closing/totals";

/**
 * What is verified: one merchant, or null for all merchants. `until` is its last closed day, and `batchesUntil` the last
 * day in the totals of its batches; null if there is none.
 */
export type StoreSlice = {
  merchantId: string;
  until: string | null;
  batchesUntil: string | null;
} | null;

/** Selects the batches whose totals differ from their cards, in sales or balances; null means all merchants'. */
export const batchProblems = (slice: StoreSlice): SQL => sql`
  select merchant_id, concat_ws(' ', batch_id, currency) as subject,
    format('sold %s with %s, totals %s with %s', a.sold, a.cents, b.sold, b.cents) as found
  from (select c.merchant_id, c.batch_id, c.currency, sum(c.balance_cents) as cents,
      count(*) filter (where (c.status = 'active' or c.status = 'disabled' and c.sequence > 1)
        and not exists (select from cards p
          where p.merchant_id = c.merchant_id and p.replaced_by_id = c.id)) as sold
    from cards c where c.batch_id is not null and ${isOfStore(slice, sql`c`)} group by 1, 2, 3) a
  full join (select merchant_id, batch_id, currency, sum(cents) as cents, sum(sold) as sold from (
    select b.merchant_id, b.batch_id, b.currency, sign_of(b.type) * b.amount_cents as cents,
        b.sold_cards as sold
      from batch_totals b join merchants m on m.id = b.merchant_id and m.batch_totals_until = m.rolled_up_until
      where ${isOfStore(slice, sql`b`)}
    union all
    select t.merchant_id, c.batch_id, t.currency, sign_of(t.type) * t.amount_cents, (${IS_SALE_SQL})::int
      from transactions t join cards c on c.merchant_id = t.merchant_id and c.id = t.card_id
        and c.batch_id is not null
        ${slice ? sql`` : sql`join merchants m on m.id = t.merchant_id`}
      where ${isOfStore(slice, sql`t`)} and ${isInNoTotal(slice)}
    ) m group by 1, 2, 3) b using (merchant_id, batch_id, currency)
  where (coalesce(a.cents, 0), coalesce(a.sold, 0)) <> (coalesce(b.cents, 0), coalesce(b.sold, 0))`;

const isOfStore = (slice: StoreSlice, table: SQL): SQL =>
  slice ? sql`${table}.merchant_id = ${slice.merchantId}` : sql`true`;

/** The condition for transactions after the closed days. A constant timestamp lets it use the index. */
function isInNoTotal(slice: StoreSlice): SQL {
  if (!slice)
    return sql`(m.batch_totals_until is distinct from m.rolled_up_until or m.rolled_up_until is null
      or t.id >= first_id_at(m.rolled_up_until))`;
  const { batchesUntil } = slice;
  return batchesUntil ? sql`t.id >= first_id_at(${batchesUntil}::timestamptz)` : sql`true`;
}
