import { sql } from "drizzle-orm";
import { purge } from "@/lib/db/client/in-batches";
import { apiKeyDays } from "@/lib/db/schema/api-keys";
import { consumerLinks, consumerSessions, signInCodes } from "@/lib/db/schema/consumer-access";
import { idempotencyKeys, rateLimits } from "@/lib/db/schema/guards";
import { tillSessions } from "@/lib/db/schema/till";
import { passkeyChallenges, userSessions } from "@/lib/db/schema/users";

// The longest window is a day, so a row without requests in the last 25 hours has no effect.
const IS_UNUSED = sql`coalesce(hits[cardinality(hits)], '-infinity') < now() - interval '25 hours'`;

// Stored for 30 days after expiration, so that people see that their link has expired.
const HAS_LONG_EXPIRED = sql`expires_at < now() - interval '30 days'`;

// A session ends when it is revoked or expires. It is stored for another 30 days.
const HAS_LONG_ENDED = sql`least(revoked_at, expires_at) < now() - interval '30 days'`;

const TILL_HAS_LONG_ENDED = sql`least(ended_at, expires_at) < now() - interval '30 days'`;

/**
 * Deletes from the bucket in small batches: stored responses older than 24 hours, what keys moved more than a week
 * ago, unused rate limits, and links and sessions of tills that ended 30 days ago. Returns how many.
 */
export async function purgeExpired() {
  return {
    idempotencyKeys: await purge(idempotencyKeys, sql`created_at < now() - interval '24 hours'`),
    keyDays: await purge(apiKeyDays, sql`day < current_date - 7`),
    rateLimits: await purge(rateLimits, IS_UNUSED),
    links: await purge(consumerLinks, HAS_LONG_EXPIRED),
    tillSessions: await purge(tillSessions, TILL_HAS_LONG_ENDED),
  };
}

/**
 * Deletes from the shared tables in small batches: expired passkey challenges and sign-in codes, and sessions that
 * ended 30 days ago. Returns how many.
 */
export async function purgeSharedExpired() {
  return {
    sessions: await purge(userSessions, HAS_LONG_ENDED),
    walletSessions: await purge(consumerSessions, HAS_LONG_ENDED),
    passkeyChallenges: await purge(passkeyChallenges, sql`expires_at < now()`),
    signInCodes: await purge(signInCodes, sql`expires_at < now()`),
  };
}
