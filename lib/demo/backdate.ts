import postgres from "postgres";
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
  "transfers",
  "transfer_payments",
  "webhook_deliveries",
  "webhook_attempts",
];

/**
 * Gives the rows of these stores the times of their ids, which the history was played with. Runs as the owner of
 * the tables, because the app can't change most of them.
 */
export async function backdate(storeIds: string[]): Promise<void> {
  const sql = postgres(env().migrateDatabaseUrl, {
    max: 1,
    onnotice: () => {},
  });
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(`set local search_path = ${searchPathOf(currentBucket())}`);
      for (const table of TABLES) {
        await tx`update ${tx(table)} set created_at = instant_of(id) where merchant_id = any(${storeIds})`;
      }
      await tx`update merchants set created_at = instant_of(id), confirmed_at = instant_of(id)
        where id = any(${storeIds})`;
      await tx`update memberships m set created_at = s.created_at from merchants s
        where s.id = m.merchant_id and s.id = any(${storeIds})`;
      await tx`update transfer_agreements set proposed_at = instant_of(id), accepted_at = instant_of(id)
        where merchant_id = any(${storeIds})`;
      await tx`update webhook_deliveries set settled_at = created_at
        where merchant_id = any(${storeIds}) and settled_at is not null`;
      await tx`update batch_runs set created_at = instant_of(id), finished_at = instant_of(id)
        where merchant_id = any(${storeIds})`;
      await tx`update gifts g set created_at = t.at, settled_at = instant_of(settled_transaction_id),
          deliver_at = t.deliver_at, expires_at = t.expires_at
        from (select merchant_id, id, instant_of(id) as at,
            case when deliver_at > now() then deliver_at else instant_of(id) end as deliver_at,
            expires_at - (created_at - instant_of(id)) as expires_at
          from gifts offset 0) t
        where g.merchant_id = any(${storeIds}) and g.merchant_id = t.merchant_id and g.id = t.id`;
      await tx`update cards c set updated_at = last.at,
          expires_on = case when c.expires_on is not null then last.expires_on end
        from (select merchant_id, card_id, at,
            (loaded_at + validity_months * interval '1 month')::date as expires_on
          from merchants s join (select merchant_id, card_id, max(created_at) as at,
              coalesce(max(created_at) filter (where type = 'load' and counter_account <> 'redemption'),
                min(created_at)) as loaded_at
            from transactions where merchant_id = any(${storeIds}) group by 1, 2) t
            on s.id = t.merchant_id offset 0) last
        where c.merchant_id = last.merchant_id and c.id = last.card_id`;
      await tx`update customers c set id = first.id, created_at = first.at
        from (select merchant_id, owner_id, min(created_at) as at,
            customer_id_at(min(created_at)) as id
          from cards where merchant_id = any(${storeIds}) group by 1, 2 offset 0) first
        where c.merchant_id = first.merchant_id and c.consumer_id = first.owner_id`;
    });
  } finally {
    await sql.end();
  }
}
