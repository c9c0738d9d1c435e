import { type SQL, sql } from "drizzle-orm";
import type { StoreSlice } from "./verify-batches";

const isOfStore = (slice: StoreSlice, table: SQL): SQL =>
  slice ? sql`${table}.merchant_id = ${slice.merchantId}` : sql`true`;

/** Selects movements at tills without their transaction, or with another one. */
export const tillMovementProblems = (slice: StoreSlice): SQL => sql`
  select m.merchant_id, m.transaction_id::text as subject,
    format('%s of %s %s by cashier:%s, transaction of %s %s by %s', m.kind, m.amount_cents, m.currency,
      m.cashier_id, t.amount_cents, t.currency, coalesce(t.actor, 'nobody')) as found
  from till_movements m left join transactions t
    on t.merchant_id = m.merchant_id and t.id = m.transaction_id
  where ${isOfStore(slice, sql`m`)}
    and ((t.amount_cents, t.currency, t.actor)
        is distinct from (m.amount_cents, m.currency, 'cashier:' || m.cashier_id)
      or m.kind is distinct from
        till_kind(t.type, m.kind = 'issued', t.counter_account, t.source))`;

/** Selects closing reports that don't match the movements of their number. */
export const tillClosingProblems = (slice: StoreSlice): SQL => sql`
  select c.merchant_id, concat_ws(' ', c.device_id, c.number) as subject,
    format('reported %s movements with %s, there are %s with %s', c.count, c.cents, coalesce(m.count, 0),
      coalesce(m.cents, 0)) as found
  from (select k.merchant_id, k.device_id, k.number, coalesce(sum((row ->> 'count')::int), 0) as count,
      coalesce(sum((row ->> 'amountCents')::numeric), 0) as cents
    from till_closings k left join lateral jsonb_array_elements(k.totals) row on true
    where ${isOfStore(slice, sql`k`)} group by 1, 2, 3) c
  left join (select m.merchant_id, m.device_id, m.closing, count(*) as count, sum(m.amount_cents) as cents
    from till_movements m where ${isOfStore(slice, sql`m`)} group by 1, 2, 3) m
    on m.merchant_id = c.merchant_id and m.device_id = c.device_id and m.closing = c.number
  where (c.count, c.cents) <> (coalesce(m.count, 0), coalesce(m.cents, 0))`;
