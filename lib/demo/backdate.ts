import postgres, { type TransactionSql } from "postgres";
import { env } from "@/lib/base/config/env";
import { currentBucket, searchPathOf } from "@/lib/db/client/buckets";

/** Tables whose rows are as old as their ids. */
const TABLES = [
  "events",
  "api_keys",
  "cards",
  "batches",
  "audit_log",
  "wallets",
  "holds",
  "devices",
  "cashiers",
  "webhooks",
  "transfers",
  "transfer_payments",
  "webhook_deliveries",
  "webhook_attempts",
];

/** Which rows: those of these stores that were written since then (epoch ms of the database). */
type Rows = { storeIds: string[]; writtenSinceMs: number };

/** Runs as the owner of the tables, because the app can't change most of them. */
async function asOwner(work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  const sql = postgres(env().migrateDatabaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(`set local search_path = ${searchPathOf(currentBucket())}`);
      await work(tx);
    });
  } finally {
    await sql.end();
  }
}

/** Gives rows of a played history the times of their ids, and keys, devices and cashiers the times of their use. */
export const backdate = (rows: Rows): Promise<void> =>
  asOwner(async (tx) => {
    const { storeIds, writtenSinceMs } = rows;
    const since = tx`to_timestamp(${writtenSinceMs / 1_000})`;
    await backdateCards(tx, rows);
    for (const table of TABLES) {
      await tx`update ${tx(table)} set created_at = instant_of(id)
        where merchant_id = any(${storeIds}) and created_at >= ${since}`;
    }
    await tx`update till_movements m set day = (instant_of(m.transaction_id) at time zone s.time_zone)::date
      from merchants s where s.id = m.merchant_id and m.merchant_id = any(${storeIds})`;
    await tx`update till_closings c set closed_at = a.created_at from audit_log a
      where a.merchant_id = c.merchant_id and a.action = 'till.closed' and a.subject_id = c.device_id::text
        and (a.details ->> 'number')::int = c.number
        and c.merchant_id = any(${storeIds}) and c.closed_at >= ${since}`;
    await backdateMonths(tx, rows);
    await recordUses(tx, storeIds);
  });

async function backdateCards(tx: TransactionSql, { storeIds, writtenSinceMs }: Rows) {
  await tx`update cards c set updated_at = last.at,
      expires_on = case when c.expires_on is not null then last.expires_on end
    from (select merchant_id, card_id, at,
        (loaded_at + validity_months * interval '1 month')::date as expires_on
      from merchants s join (select merchant_id, card_id, max(created_at) as at,
          coalesce(max(created_at) filter (where type = 'load' and counter_account <> 'redemption'),
            min(created_at)) as loaded_at
        from transactions where merchant_id = any(${storeIds}) group by 1, 2) t
        on s.id = t.merchant_id offset 0) last
    where c.merchant_id = last.merchant_id and c.id = last.card_id
      and c.created_at >= to_timestamp(${writtenSinceMs / 1_000})`;
}

/** A closed month's hash covers when it was closed, and the hash of the month before. The audit log has it too. */
async function backdateMonths(tx: TransactionSql, { storeIds, writtenSinceMs }: Rows) {
  const closed = await tx<{ merchantId: string; month: string }[]>`
    select merchant_id as "merchantId", month from month_closings
    where merchant_id = any(${storeIds}) and closed_at >= to_timestamp(${writtenSinceMs / 1_000})
    order by month`;
  for (const { merchantId, month } of closed) {
    const isIt = tx`m.merchant_id = ${merchantId} and m.month = ${month}`;
    await tx`update month_closings m set
        closed_at = (select created_at from audit_log where merchant_id = m.merchant_id
          and action = 'month.closed' and subject_id = m.month),
        previous_hash = (select hash from month_closings where merchant_id = m.merchant_id
          and month < m.month order by month desc limit 1)
      where ${isIt}`;
    await tx`update month_closings m set hash = closing_hash(m) where ${isIt}`;
    await tx`update audit_log a set details = jsonb_set(a.details, '{hash}', to_jsonb(encode(m.hash, 'hex')))
      from month_closings m where ${isIt} and a.merchant_id = m.merchant_id
        and a.action = 'month.closed' and a.subject_id = m.month`;
  }
}

/** Records when API keys, devices and cashiers were last in use. */
async function recordUses(tx: TransactionSql, storeIds: string[]) {
  await tx`update api_keys k set last_used_at = used.at
    from (select merchant_id, key_id, max(at) as at from (
        select merchant_id, substr(actor, 5)::uuid as key_id, created_at as at from transactions
          where merchant_id = any(${storeIds}) and actor like 'key:%'
        union all select d.merchant_id, d.key_id, instant_of(m.transaction_id) from devices d
          join till_movements m on m.merchant_id = d.merchant_id and m.device_id = d.id
          where d.merchant_id = any(${storeIds})) uses
      group by 1, 2) used
    where k.merchant_id = used.merchant_id and k.id = used.key_id
      and used.at > coalesce(k.last_used_at, '-infinity')`;
  await tx`insert into till_sessions (merchant_id, id, device_id, cashier_id, created_at, last_seen_at,
      expires_at, ended_at)
    select merchant_id, gen_random_uuid(), device_id, cashier_id, min(at), max(at), max(at), max(at)
    from (select m.*, instant_of(m.transaction_id) as at from till_movements m
      where m.merchant_id = any(${storeIds})) m
    where at > coalesce((select max(last_seen_at) from till_sessions s
      where s.merchant_id = m.merchant_id and s.cashier_id = m.cashier_id), '-infinity')
    group by merchant_id, device_id, cashier_id, day`;
}

/** Backdates what only the history before an instance's first start has. */
export const backdateStores = (storeIds: string[]): Promise<void> =>
  asOwner(async (tx) => {
    await tx`update merchants set created_at = instant_of(id), confirmed_at = instant_of(id)
      where id = any(${storeIds})`;
    await tx`update memberships m set created_at = s.created_at from merchants s
      where s.id = m.merchant_id and s.id = any(${storeIds})`;
    await tx`update transfer_agreements set proposed_at = instant_of(id), accepted_at = instant_of(id)
      where merchant_id = any(${storeIds})`;
    await tx`update batch_runs set created_at = instant_of(id), finished_at = instant_of(id)
      where merchant_id = any(${storeIds})`;
    await tx`update devices set paired_at = created_at + interval '2 minutes'
      where merchant_id = any(${storeIds})`;
    await tx`update holds set expires_at = expires_at - (now() - created_at)
      where merchant_id = any(${storeIds})`;
    await backdateWebhooks(tx, storeIds);
    await tx`update gifts g set created_at = t.at, settled_at = instant_of(settled_transaction_id),
        deliver_at = t.deliver_at, expires_at = t.expires_at
      from (select merchant_id, id, instant_of(id) as at,
          case when deliver_at > now() then deliver_at else instant_of(id) end as deliver_at,
          expires_at - (created_at - instant_of(id)) as expires_at
        from gifts offset 0) t
      where g.merchant_id = any(${storeIds}) and g.merchant_id = t.merchant_id and g.id = t.id`;
    await tx`update customers c set id = first.id, created_at = first.at
      from (select merchant_id, owner_id, min(created_at) as at,
          customer_id_at(min(created_at)) as id
        from cards where merchant_id = any(${storeIds}) group by 1, 2 offset 0) first
      where c.merchant_id = first.merchant_id and c.consumer_id = first.owner_id`;
  });

/** A delivery ends with its last attempt, or was held from the start; a webhook is disabled by its third failure. */
async function backdateWebhooks(tx: TransactionSql, storeIds: string[]) {
  await tx`update webhook_deliveries d set settled_at = coalesce(
      (select max(created_at) from webhook_attempts a
        where a.merchant_id = d.merchant_id and a.delivery_id = d.id), d.created_at)
    where merchant_id = any(${storeIds}) and settled_at is not null`;
  await tx`update webhooks w set disabled_at = failed.last, exhausted_since = failed.first,
      failing_since = failed.first
    from (select merchant_id, webhook_id, min(settled_at) as first, max(settled_at) as last
      from webhook_deliveries where status = 'held' and attempts > 0 group by 1, 2) failed
    where w.merchant_id = failed.merchant_id and w.id = failed.webhook_id
      and w.merchant_id = any(${storeIds}) and not w.active`;
}
