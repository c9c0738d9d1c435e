import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { type Consumer, type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { hashToken, newToken } from "@/lib/base/opaque-token";
import { db, onlyRow, type Tx } from "@/lib/db/client/client";
import { consumerTokens } from "@/lib/db/schema/consumer-access";
import { consumers } from "@/lib/db/schema/consumers";
import { consumerOf } from "./sessions";

/** Maximum number of active tokens per consumer. */
const MAX_TOKENS = 20;

/** Token lifetimes that the wallet offers, in days. */
export const TOKEN_DAYS = [1, 30, 365] as const;

/** Prefix of every token, so that secret scanners recognize it. */
const TOKEN_PREFIX = "scrip_consumer_";

const COLUMNS = {
  id: consumerTokens.id,
  name: consumerTokens.name,
  last4: consumerTokens.last4,
  createdAt: consumerTokens.createdAt,
  expiresAt: consumerTokens.expiresAt,
  lastUsedAt: consumerTokens.lastUsedAt,
};

/** A token without its secret. */
export type ConsumerToken = Pick<typeof consumerTokens.$inferSelect, keyof typeof COLUMNS>;

const isActive = and(isNull(consumerTokens.revokedAt), gt(consumerTokens.expiresAt, sql`now()`));

const isActiveTokenOf = (consumerId: string) =>
  and(eq(consumerTokens.consumerId, consumerId), isActive);

/** The consumer of an active token; null for any other token. Records its use at most once a minute. */
export async function authenticateConsumer(token: string): Promise<Consumer | null> {
  const isIt = and(eq(consumerTokens.tokenHash, hashToken(token)), isActive);
  const [consumer] = await db()
    .select({ id: consumers.id, email: consumers.email })
    .from(consumerTokens)
    .innerJoin(consumers, eq(consumers.id, consumerTokens.consumerId))
    .where(isIt);
  if (!consumer) return null;
  const isDue = sql`${consumerTokens.lastUsedAt} <= now() - interval '1 minute'`;
  await db()
    .update(consumerTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(isIt, or(isNull(consumerTokens.lastUsedAt), isDue)));
  return consumer;
}

/**
 * Creates a token that lets a shop claim cards for the consumer. It expires after `days` days. Only this
 * response has the secret; a hash is stored.
 * Refuses: unauthorized, invalid_request (too many tokens).
 */
export async function issueToken(
  ctx: Ctx,
  { name, days }: { name: string; days: number },
): Promise<{ token: ConsumerToken; secret: string }> {
  requireScope(ctx, "wallet:own");
  const consumer = consumerOf(ctx);
  const { token: secret, tokenHash } = newToken(TOKEN_PREFIX);
  return await db().transaction(async (tx) => {
    await refuseTooMany(tx, consumer.id);
    const rows = await tx
      .insert(consumerTokens)
      .values({
        id: newId(),
        consumerId: consumer.id,
        tokenHash,
        last4: secret.slice(-4),
        name,
        expiresAt: sql`now() + make_interval(days => ${days})`,
      })
      .returning(COLUMNS);
    return { token: onlyRow(rows), secret };
  });
}

async function refuseTooMany(tx: Tx, consumerId: string): Promise<void> {
  // Lock the consumer's row, so that two requests can't both create the last allowed token.
  await tx
    .select({ id: consumers.id })
    .from(consumers)
    .where(eq(consumers.id, consumerId))
    .for("no key update");
  if ((await tx.$count(consumerTokens, isActiveTokenOf(consumerId))) >= MAX_TOKENS) {
    throw invalidField("body", `you can have at most ${MAX_TOKENS} access codes; revoke one first`);
  }
}

/** The consumer's active tokens, newest first. Refuses: unauthorized. */
export const listTokens = (ctx: Ctx): Promise<ConsumerToken[]> =>
  db()
    .select(COLUMNS)
    .from(consumerTokens)
    .where(isActiveTokenOf(consumerOf(ctx).id))
    .orderBy(desc(consumerTokens.id))
    .limit(MAX_TOKENS);

/** Revokes one of the consumer's tokens. Refuses: not_found (revoked before, or someone else's). */
export async function revokeToken(ctx: Ctx, { id }: { id: string }): Promise<{ revoked: number }> {
  requireScope(ctx, "wallet:own");
  const [revoked] = await db()
    .update(consumerTokens)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(consumerTokens.id, id),
        eq(consumerTokens.consumerId, consumerOf(ctx).id),
        isNull(consumerTokens.revokedAt),
      ),
    )
    .returning({ id: consumerTokens.id });
  found(revoked);
  return { revoked: 1 };
}
