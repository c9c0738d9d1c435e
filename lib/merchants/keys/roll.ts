import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx } from "../../context";
import type { Tx } from "../../db/client";
import { apiKeys } from "../../db/schema/api-keys";
import { found, invalidField } from "../../errors";
import type { ApiScope } from "../../roles";
import { dropCachedKey } from "./authenticate";
import { type CreatedKey, createKeyBy, refuseTooManyKeys } from "./create";

/** How many hours the old key can stay active after a roll. */
export const OVERLAP_HOURS_CHOICES = [0, 1, 24, 168] as const;

type Roll = { keyId: string; overlapHours: (typeof OVERLAP_HOURS_CHOICES)[number] };

/**
 * Replaces a key with a new one of the same name, shape, scopes, rate limit and lifetime. The old key
 * expires after `overlapHours`, or at its own expiration if that is sooner. Until then, requests are counted
 * per key. If several requests roll one key at once, only one creates a key.
 * Refuses: not_found, invalid_request (already rolled or no longer active, too many keys),
 * idempotency_key_reused.
 */
export async function rollKey(ctx: Ctx, { keyId, overlapHours }: Roll): Promise<CreatedKey> {
  const made = await createKeyBy(ctx, async (tx, insert) => {
    const old = await lockKey(tx, ctx, keyId);
    if (old.replacedBy !== null)
      throw invalidField("key", "was rolled already; roll its successor");
    if (!old.works) throw invalidField("key", "works no longer; create a new one");
    const { name, shape, scopes, limitPerWindow, expiresAt } = old;
    if (overlapHours > 0) await refuseTooManyKeys(tx, ctx);
    const key = await insert({
      name,
      shape,
      // The stored scopes were checked when the key was created.
      scopes: scopes as ApiScope[],
      limitPerWindow,
      expiresAt: expiresAt && new Date(Date.now() + expiresAt.getTime() - old.createdAt.getTime()),
    });
    const [ended] = await tx
      .update(apiKeys)
      .set({
        replacedBy: key.id,
        expiresAt: sql`least(${apiKeys.expiresAt}, now() + make_interval(hours => ${overlapHours}))`,
      })
      .where(and(eq(apiKeys.merchantId, ctx.merchantId), eq(apiKeys.id, keyId)))
      .returning({ expiresAt: apiKeys.expiresAt });
    const details = { name, replacedBy: key.id, expiresAt: ended?.expiresAt };
    await audit(tx, authorOf(ctx), { action: "api_key.rolled", subjectId: keyId, details });
    return key;
  });
  dropCachedKey(keyId);
  return made;
}

async function lockKey(tx: Tx, { merchantId }: Ctx, keyId: string) {
  const [old] = await tx
    .select({
      name: apiKeys.name,
      shape: apiKeys.shape,
      scopes: apiKeys.scopes,
      limitPerWindow: apiKeys.limitPerWindow,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      replacedBy: apiKeys.replacedBy,
      works: sql<boolean>`${apiKeys.revokedAt} is null
        and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId)))
    .for("no key update");
  return found(old);
}
