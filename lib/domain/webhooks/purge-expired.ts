import { type SQL, sql } from "drizzle-orm";
import { batchLimit, inBatches } from "@/lib/db/client/in-batches";
import { HELD_DAYS } from "./delivery-policy";

// One statement for each rule, so that each one can use an index.
const EXPIRED_DELIVERY_QUERIES = [
  sql`select merchant_id, id from webhook_deliveries
    where created_at < now() - interval '90 days'`,
  sql`select merchant_id, id from webhook_deliveries
    where status = 'held' and created_at < now() - ${HELD_DAYS} * interval '1 day'`,
  sql`select d.merchant_id, d.id from webhooks w join webhook_deliveries d
    on d.merchant_id = w.merchant_id and d.webhook_id = w.id
    where w.deleted_at < now() - interval '1 hour'`,
];

const purge = (expired: SQL): SQL => sql`
  with expired as (${expired} ${batchLimit}), attempts as (
    delete from webhook_attempts a using expired
    where a.merchant_id = expired.merchant_id and a.delivery_id = expired.id)
  delete from webhook_deliveries d using expired
  where d.merchant_id = expired.merchant_id and d.id = expired.id`;

const PURGE_EVENTS = sql`
  delete from events e where ctid = any(array(
    select ctid from events where created_at < now() - interval '90 days'
      and not exists (select from webhook_deliveries d
        where d.merchant_id = events.merchant_id and d.event_id = events.id)
    ${batchLimit}))`;

/** Deletes deliveries, attempts and events that are past their retention. */
export async function purgeDeliveries(): Promise<{ deliveries: number; events: number }> {
  let deliveries = 0;
  for (const expired of EXPIRED_DELIVERY_QUERIES) deliveries += await inBatches(purge(expired));
  return { deliveries, events: await inBatches(PURGE_EVENTS) };
}
