import { sql } from "drizzle-orm";
import { batchLimit, inBatches } from "../db/in-batches";

const EXPIRED_KEYS = sql`
  delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where created_at < now() - interval '24 hours'
    ${batchLimit} for update skip locked))`;

// The longest window is a day, so a row without a younger request has no effect.
const STALE_LIMITS = sql`
  delete from rate_limits where ctid = any(array(
    select ctid from rate_limits
    where coalesce(hits[cardinality(hits)], '-infinity') < now() - interval '25 hours'
    ${batchLimit} for update skip locked))`;

// Kept for a while to tell people that their link has expired.
const OLD_LINKS = sql`
  delete from consumer_links where ctid = any(array(
    select ctid from consumer_links where expires_at < now() - interval '30 days'
    ${batchLimit} for update skip locked))`;

const ENDED_WALLETS = sql`
  delete from consumer_sessions where ctid = any(array(
    select ctid from consumer_sessions where expires_at < now() - interval '30 days'
    ${batchLimit} for update skip locked))`;

type Purged = Record<"idempotencyKeys" | "rateLimits" | "links" | "walletSessions", number>;

/**
 * Deletes in small batches: stored answers older than 24 hours, unused limits, and links and wallet
 * sessions that expired 30 days ago.
 */
export async function purgeExpired(): Promise<Purged> {
  return {
    idempotencyKeys: await inBatches(EXPIRED_KEYS),
    rateLimits: await inBatches(STALE_LIMITS),
    links: await inBatches(OLD_LINKS),
    walletSessions: await inBatches(ENDED_WALLETS),
  };
}
