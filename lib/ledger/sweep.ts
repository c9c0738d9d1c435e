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

// Kept for a while, so that who comes late by a link is told so rather than nothing.
const OLD_LINKS = sql`
  delete from consumer_links where ctid = any(array(
    select ctid from consumer_links where expires_at < now() - interval '30 days'
    ${batchLimit} for update skip locked))`;

const ENDED_WALLETS = sql`
  delete from consumer_sessions where ctid = any(array(
    select ctid from consumer_sessions where expires_at < now() - interval '30 days'
    ${batchLimit} for update skip locked))`;

type Swept = Record<"idempotencyKeys" | "rateLimits" | "links" | "walletSessions", number>;

/**
 * Removes answers kept for longer than 24 hours, limits that nobody uses, and links and sessions of
 * wallets that ended 30 days ago, in small batches.
 */
export async function sweep(): Promise<Swept> {
  return {
    idempotencyKeys: await inBatches(EXPIRED_KEYS),
    rateLimits: await inBatches(STALE_LIMITS),
    links: await inBatches(OLD_LINKS),
    walletSessions: await inBatches(ENDED_WALLETS),
  };
}
