import { sql } from "drizzle-orm";
import { batchLimit, inBatches } from "../db/in-batches";

const EXPIRED_KEYS = sql`
  delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where created_at < now() - interval '24 hours'
    ${batchLimit} for update skip locked))`;

// The longest window is a day; a row without a younger call says nothing any more.
const STALE_LIMITS = sql`
  delete from rate_limits where ctid = any(array(
    select ctid from rate_limits
    where coalesce(hits[cardinality(hits)], '-infinity') < now() - interval '25 hours'
    ${batchLimit} for update skip locked))`;

/** Removes answers kept for longer than 24 hours and limits that nobody uses, in small batches. */
export async function sweep(): Promise<{ idempotencyKeys: number; rateLimits: number }> {
  return {
    idempotencyKeys: await inBatches(EXPIRED_KEYS),
    rateLimits: await inBatches(STALE_LIMITS),
  };
}
