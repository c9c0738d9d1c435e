import { sql } from "drizzle-orm";
import { batchLimit, inBatches } from "../db/in-batches";

// Kept for 90 days; held ones for 30; those of a deleted webhook not at all.
const OLD_DELIVERIES = sql`
  select d.merchant_id, d.id from webhook_deliveries d
  join webhooks w on w.merchant_id = d.merchant_id and w.id = d.webhook_id
  where d.created_at < now() - interval '90 days'
    or d.status = 'held' and d.created_at < now() - interval '30 days'
    or w.deleted_at < now() - interval '1 hour'
  ${batchLimit}`;

const FORGET = sql`
  with old as (${OLD_DELIVERIES}), attempts as (
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
  return { deliveries: await inBatches(FORGET), events: await inBatches(FORGET_EVENTS) };
}
