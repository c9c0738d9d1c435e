import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { consumerSessions } from "../../db/schema/consumer-access";
import { Refusal } from "../../errors";
import { consumerOf } from "../person";
import { isLive } from "./live";

/** Closes the wallet in one of the consumer's browsers, in force at once. Refuses: not_found (closed, or somebody else's). */
export async function revokeWalletSession(
  ctx: Ctx,
  { id }: { id: string },
): Promise<{ revoked: number }> {
  const revoked = await revoke(ctx, eq(consumerSessions.id, id));
  if (revoked === 0) throw new Refusal("not_found");
  return { revoked };
}

/** Closes the wallet everywhere but in the browser that asks, in force at once. */
export const revokeOtherWallets = async (ctx: Ctx): Promise<{ revoked: number }> => ({
  revoked: await revoke(ctx, ne(consumerSessions.id, consumerOf(ctx).session.id)),
});

/** Closes the wallet in the browser that asks. */
export async function closeWallet(ctx: Ctx): Promise<object> {
  await revoke(ctx, eq(consumerSessions.id, consumerOf(ctx).session.id));
  return {};
}

async function revoke(ctx: Ctx, which: SQL): Promise<number> {
  const { id } = consumerOf(ctx);
  const revoked = await db()
    .update(consumerSessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(consumerSessions.consumerId, id), which, isLive))
    .returning({ id: consumerSessions.id });
  return revoked.length;
}
