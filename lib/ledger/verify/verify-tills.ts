import { type SQL, sql } from "drizzle-orm";
import type { StoreSlice } from "./verify-batches";

const isOfStore = (slice: StoreSlice, table: SQL): SQL =>
  slice ? sql`${table}.merchant_id = ${slice.merchantId}` : sql`true`;

// Housekeeping, which checks store by store, looks at recent closings only: a closing never changes.
const isRecent = (slice: StoreSlice): SQL =>
  slice ? sql`k.closed_at > now() - interval '35 days'` : sql`true`;

/** Selects closing reports that don't match the movements of their number. */
export const tillClosingProblems = (slice: StoreSlice): SQL => sql`
  select c.merchant_id, concat_ws(' ', c.device_id, c.number) as subject,
    format('reported %s movements with %s, there are %s with %s', c.count, c.cents, m.count,
      m.cents) as found
  from (select k.merchant_id, k.device_id, k.number, coalesce(sum((row ->> 'count')::int), 0) as count,
      coalesce(sum((row ->> 'amountCents')::numeric), 0) as cents
    from till_closings k left join lateral jsonb_array_elements(k.totals) row on true
    where ${isOfStore(slice, sql`k`)} and ${isRecent(slice)} group by 1, 2, 3) c
  cross join lateral (select count(*) as count, coalesce(sum(amount_cents), 0) as cents from till_movements
    where merchant_id = c.merchant_id and device_id = c.device_id and closing = c.number) m
  where (c.count, c.cents) <> (m.count, m.cents)`;
