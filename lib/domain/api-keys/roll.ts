import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import type { ApiScope } from "@/lib/base/roles";
import { db, type Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import type { PartialProof } from "@/lib/domain/people/totp/accept-code";
import { lockStore } from "@/lib/domain/stores/find";
import { amountLimitColumns } from "./amount-limits";
import { dropCachedKey } from "./authenticate";
import { lockKeyAuthority, requireKeyAuthority } from "./authority";
import {
  type CreatedKey,
  createKeyWith,
  expiryInDays,
  type InsertKey,
  refuseTooManyKeys,
} from "./create";
import { type ApiKey, findKey, lockKey } from "./read";

/** How many hours the old key can stay active after a roll. */
export const OVERLAP_HOURS_CHOICES = [0, 1, 24, 168] as const;

export type OverlapHours = (typeof OVERLAP_HOURS_CHOICES)[number];
type Roll = { keyId: string; overlapHours: OverlapHours };

/** Rolls a key for a team member. Refuses what requireKeyAuthority() and rollKey() refuse. */
export async function rollKeyAsMember(
  ctx: Ctx,
  { password, code, ...roll }: Roll & PartialProof,
): Promise<CreatedKey> {
  requireScope(ctx, "store:manage");
  const { scopes } = await findKey(db(), ctx.merchantId, roll.keyId);
  await requireKeyAuthority(ctx, scopes, { password, code });
  return await rollKey(ctx, roll);
}

/**
 * Replaces a key with a new one of the same name, shape, scopes, restrictions and lifetime; a year if the old one
 * never expires, because it may be from before keys expired by default. The old key
 * expires after `overlapHours`, or at its own expiration if that is sooner. Until then, requests are counted
 * per key. If several requests roll one key at once, only one creates a key.
 * Refuses: not_found, invalid_request (already rolled or no longer active, too many keys),
 * insufficient_scope (a team member who was removed or demoted meanwhile), idempotency_key_reused.
 */
export async function rollKey(ctx: Ctx, roll: Roll): Promise<CreatedKey> {
  const made = await createKeyWith(ctx, async (tx, insert) => {
    // Lock the store before the key, like the removal of a team member.
    await lockStore(tx, ctx.merchantId);
    return await replaceKey(tx, ctx, roll, insert);
  });
  dropCachedKey(roll.keyId);
  return made;
}

/** rollKey() in the caller's transaction, which has locked the store. `insert` writes the new key. */
export async function replaceKey(
  tx: Tx,
  ctx: Ctx,
  { keyId, overlapHours }: Roll,
  insert: InsertKey,
): Promise<ApiKey> {
  const old = await lockKey(tx, ctx.merchantId, keyId);
  await lockKeyAuthority(tx, ctx, old.scopes);
  if (old.replacedBy !== null)
    throw invalidField("key", "was already rolled; roll its replacement instead");
  if (!old.works) throw invalidField("key", "has expired or was revoked; create a new key");
  const { name, shape, scopes, limitPerWindow, place, addressRanges, expiresAt } = old;
  if (overlapHours > 0) await refuseTooManyKeys(tx, ctx);
  const key = await insert({
    name,
    shape,
    // The stored scopes were checked when the key was created.
    scopes: scopes as ApiScope[],
    limitPerWindow,
    place,
    addressRanges,
    ...amountLimitColumns(old),
    expiresAt: expiresAt
      ? new Date(Date.now() + expiresAt.getTime() - old.createdAt.getTime())
      : expiryInDays(),
    rolls: true,
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
}
