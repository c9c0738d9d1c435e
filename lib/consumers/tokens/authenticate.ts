import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Consumer } from "../../context";
import { db } from "../../db/client";
import { consumerTokens } from "../../db/schema/consumer-access";
import { consumers } from "../../db/schema/consumers";
import { hashToken } from "../../opaque-token";

/**
 * The consumer who made this token; null when it is unknown, expired or revoked. Its use is written
 * down at most once a minute.
 */
export async function authenticateConsumer(token: string): Promise<Consumer | null> {
  const works = and(
    eq(consumerTokens.tokenHash, hashToken(token)),
    isNull(consumerTokens.revokedAt),
    gt(consumerTokens.expiresAt, sql`now()`),
  );
  const [consumer] = await db()
    .select({ id: consumers.id, email: consumers.email })
    .from(consumerTokens)
    .innerJoin(consumers, eq(consumers.id, consumerTokens.consumerId))
    .where(works);
  if (!consumer) return null;
  const unnoted = sql`${consumerTokens.lastUsedAt} <= now() - interval '1 minute'`;
  await db()
    .update(consumerTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(works, or(isNull(consumerTokens.lastUsedAt), unnoted)));
  return consumer;
}
