import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { consumerTokens } from "../../db/schema/consumer-access";
import { Refusal } from "../../errors";
import { consumerOf } from "../person";

/** Ends one of the consumer's tokens, in force at once. Refuses: not_found (ended, or somebody else's). */
export async function revokeToken(ctx: Ctx, { id }: { id: string }): Promise<{ revoked: number }> {
  const revoked = await db()
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
  if (revoked.length === 0) throw new Refusal("not_found");
  return { revoked: 1 };
}
