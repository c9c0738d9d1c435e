import { and, eq, isNull, sql } from "drizzle-orm";
import { audit, authorOf, changesBetween } from "../../audit/audit";
import type { Ctx } from "../../context";
import { db, type Tx } from "../../db/client";
import { apiKeys } from "../../db/schema/api-keys";
import { merchants } from "../../db/schema/merchants";
import { found } from "../../errors";
import { operation } from "../../ledger/operation";
import { dropCachedKey } from "./authenticate";
import { type ApiKey, findKey, lockWorkingKeysOf } from "./read";

/** Renames a key, even one that is no longer active. Refuses: not_found. */
export const renameKey = (
  ctx: Ctx,
  { keyId, name }: { keyId: string; name: string },
): Promise<{ key: ApiKey }> =>
  db().transaction(async (tx) => {
    const { merchantId } = ctx;
    const isIt = and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId));
    const [before] = await tx
      .select({ name: apiKeys.name })
      .from(apiKeys)
      .where(isIt)
      .for("no key update");
    const details = changesBetween(found(before), { name });
    if (Object.keys(details).length > 0) {
      await tx.update(apiKeys).set({ name }).where(isIt);
      await audit(tx, authorOf(ctx), { action: "api_key.renamed", subjectId: keyId, details });
    }
    return { key: await findKey(tx, merchantId, keyId) };
  });

/**
 * Revokes a key permanently: at once in this process, within a second in others. A key that is already
 * revoked stays unchanged. Refuses: not_found, idempotency_key_reused.
 */
export async function revokeKey(ctx: Ctx, { keyId }: { keyId: string }): Promise<{ key: ApiKey }> {
  const answer = await operation(ctx, async (tx): Promise<{ key: ApiKey }> => {
    await markRevoked(tx, ctx, keyId);
    return { key: await findKey(tx, ctx.merchantId, keyId) };
  });
  dropCachedKey(keyId);
  return answer;
}

/** Revokes a key in the caller's transaction, unless it is revoked. Drop it from the cache after the commit. */
export async function markRevoked(tx: Tx, ctx: Ctx, keyId: string): Promise<void> {
  const [revoked] = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(eq(apiKeys.merchantId, ctx.merchantId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)),
    )
    .returning({ id: apiKeys.id });
  if (revoked) await audit(tx, authorOf(ctx), { action: "api_key.revoked", subjectId: keyId });
}

/** Revokes the test keys that a user created, who is no longer in the team of this live store. */
export async function revokeTestKeysOf(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  const [twin] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.liveMerchantId, ctx.merchantId));
  if (!twin) return;
  const atTwin = { ...ctx, merchantId: twin.id };
  for (const { id } of await lockWorkingKeysOf(tx, twin.id, userId)) {
    await markRevoked(tx, atTwin, id);
  }
}
