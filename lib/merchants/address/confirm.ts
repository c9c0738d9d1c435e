import { and, eq, gt, sql } from "drizzle-orm";
import { audit } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { addressProofs } from "../../db/schema/users";
import { invalid } from "../../errors";
import { hashToken } from "../../opaque-token";
import { giveBackAttempt, takeAttempt } from "../../throttle/throttle";
import { currentStoreOf } from "../current-store";
import { markConfirmed } from "./mark-confirmed";

/**
 * Confirms the address of the account that a mailed link was sent to, once. Signs nobody in.
 * Refuses: invalid_request (the link was used, replaced by a later one or has expired), rate_limited.
 */
export async function confirmAddress(ctx: Ctx, { token }: { token: string }): Promise<object> {
  await takeAttempt("proof-token", ctx.address);
  await db().transaction(async (tx) => {
    const [used] = await tx
      .delete(addressProofs)
      .where(
        and(eq(addressProofs.tokenHash, hashToken(token)), gt(addressProofs.expiresAt, sql`now()`)),
      )
      .returning({ userId: addressProofs.userId });
    if (!used) throw invalid("token", "was used or has expired; ask for another link");
    const { userId } = used;
    const isNew = await markConfirmed(tx, userId);
    const merchantId = isNew && (await currentStoreOf(tx, userId));
    if (!merchantId) return;
    const author = { merchantId, actor: `user:${userId}`, requestId: ctx.requestId };
    await audit(tx, author, { action: "address.confirmed", subjectId: userId });
  });
  await giveBackAttempt("proof-token", ctx.address);
  return {};
}
