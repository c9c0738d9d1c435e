import { sql } from "drizzle-orm";
import { purge } from "../db/in-batches";
import { consumerLinks, consumerSessions } from "../db/schema/consumer-access";
import { idempotencyKeys, rateLimits } from "../db/schema/guards";

// The longest window is a day; a row without a younger call says nothing any more.
const IS_UNUSED = sql`coalesce(hits[cardinality(hits)], '-infinity') < now() - interval '25 hours'`;

// Kept for a while, so that who comes late by a link is told so rather than nothing.
const HAS_LONG_EXPIRED = sql`expires_at < now() - interval '30 days'`;

type Swept = Record<"idempotencyKeys" | "rateLimits" | "links" | "walletSessions", number>;

/**
 * Removes answers kept for longer than 24 hours, limits that nobody uses, and links and sessions of
 * wallets that ended 30 days ago, in small batches.
 */
export async function sweep(): Promise<Swept> {
  return {
    idempotencyKeys: await purge(idempotencyKeys, sql`created_at < now() - interval '24 hours'`),
    rateLimits: await purge(rateLimits, IS_UNUSED),
    links: await purge(consumerLinks, HAS_LONG_EXPIRED),
    walletSessions: await purge(consumerSessions, HAS_LONG_EXPIRED),
  };
}
