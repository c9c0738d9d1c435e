import { type SQL, sql } from "drizzle-orm";
import { batchLimit, inBatches } from "../db/in-batches";
import { HELD_DAYS } from "./schedule";

// Kept for 90 days; held ones for fewer; those of a deleted webhook not at all. One statement for each,
// so that each finds its rows by an index.
const OLD_DELIVERIES = [
  sql`select merchant_id, id from webhook_deliveries
    where created_at < now() - interval '90 days'`,
  sql`select merchant_id, id from webhook_deliveries
    where status = 'held' and created_at < now() - ${HELD_DAYS} * interval '1 day'`,
  sql`select d.merchant_id, d.id from webhooks w join webhook_deliveries d
    on d.merchant_id = w.merchant_id and d.webhook_id = w.id
    where w.deleted_at < now() - interval '1 hour'`,
];

const forget = (old: SQL): SQL => sql`
  with old as (${old} ${batchLimit}), attempts as (
    delete from webhook_attempts a using old
    where a.merchant_id = old.merchant_id and a.delivery_id = old.id)
  delete from webhook_deliveries d using old
  where d.merchant_id = old.merchant_id and d.id = old.id`;

const FORGET_EVENTS = sql`
  delete from events e where ctid = any(array(
    select ctid from events where created_at < now() - interval '90 days'
      and not exists (select from webhook_deliveries d
        where d.merchant_id = events.merchant_id and d.event_id = events.id)
    ${batchLimit}))`;

/** Removes deliveries, attempts and events that are older than they are kept, in small batches. */
export async function forgetDeliveries(): Promise<{ deliveries: number; events: number }> {
  let deliveries = 0;
  for (const old of OLD_DELIVERIES) deliveries += await inBatches(forget(old));
  return { deliveries, events: await inBatches(FORGET_EVENTS) };
}
