import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db, type Tx } from "../../db/client";
import { consumerTokens } from "../../db/schema/consumer-access";
import { consumers } from "../../db/schema/consumers";
import { invalid } from "../../errors";
import { newId } from "../../ids";
import { newToken } from "../../opaque-token";
import { consumerOf } from "../person";
import { MAX_TOKENS, TOKEN_PREFIX } from "./policy";
import { type ConsumerToken, TOKEN_COLUMNS } from "./read";

/**
 * Makes a token that lets a shop claim cards for the consumer, for `days`. It is in this answer
 * alone: what is stored is a hash. Refuses: unauthorized, invalid_request (too many tokens).
 */
export async function issueToken(
  ctx: Ctx,
  { name, days }: { name: string; days: number },
): Promise<{ token: ConsumerToken; secret: string }> {
  const consumer = consumerOf(ctx);
  const { token: secret, tokenHash } = newToken(TOKEN_PREFIX);
  const token = await db().transaction(async (tx) => {
    await makeRoom(tx, consumer.id);
    const [made] = await tx
      .insert(consumerTokens)
      .values({
        id: newId(),
        consumerId: consumer.id,
        tokenHash,
        last4: secret.slice(-4),
        name,
        expiresAt: sql`now() + make_interval(days => ${days})`,
      })
      .returning(TOKEN_COLUMNS);
    if (!made) throw new Error("the token is not there");
    return made;
  });
  return { token, secret };
}

async function makeRoom(tx: Tx, consumerId: string): Promise<void> {
  // The consumer's row is the lock, so that two at once don't make one too many.
  await tx
    .select({ id: consumers.id })
    .from(consumers)
    .where(eq(consumers.id, consumerId))
    .for("no key update");
  const [working] = await tx
    .select({ tokens: count() })
    .from(consumerTokens)
    .where(
      and(
        eq(consumerTokens.consumerId, consumerId),
        isNull(consumerTokens.revokedAt),
        gt(consumerTokens.expiresAt, sql`now()`),
      ),
    );
  if (working && working.tokens >= MAX_TOKENS) {
    throw invalid("body", `at most ${MAX_TOKENS} tokens work at a time; revoke one first`);
  }
}
