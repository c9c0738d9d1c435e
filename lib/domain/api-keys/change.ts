import { and, eq, isNull, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { db, type Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { audit, authorOf, changesBetween } from "@/lib/domain/audit/audit";
import type { PartialProof } from "@/lib/domain/people/totp/accept-code";
import { lockStore } from "@/lib/domain/stores/find";
import { findTwin } from "@/lib/domain/stores/test-twin";
import { operation } from "@/lib/ledger/post/operation";
import type { AmountLimitColumns } from "./amount-limits";
import { dropCachedKey } from "./authenticate";
import { lockKeyAuthority, requireKeyAuthority } from "./authority";
import { type NewKey, refuseAboveCeiling } from "./create";
import { mailChangedKey } from "./mails";
import { type ApiKey, findKey, lockKey, lockWorkingKeysOf } from "./read";

/** What can be changed of a key. Null removes a value, undefined keeps it. */
export type KeyChanges = { name?: string | undefined } & Pick<
  NewKey,
  "place" | "addressRanges" | "limitPerWindow" | keyof AmountLimitColumns
>;

/**
 * Changes a key for a team member, even one that is no longer active. What it is limited to can be changed by
 * those who can create such a key, with the same proof; the owners get an email. Takes effect within a second.
 * Refuses: not_found, invalid_request (a rate limit above the operator's), and what requireKeyAuthority() does.
 */
export async function changeKey(
  ctx: Ctx,
  { keyId, password, code, ...changes }: KeyChanges & PartialProof & { keyId: string },
): Promise<{ key: ApiKey }> {
  requireScope(ctx, "store:manage");
  const { name, place, ...restrictions } = changes;
  const restricts = Object.values(restrictions).some((value) => value !== undefined);
  if (restricts) {
    const { scopes, limitPerWindow } = await findKey(db(), ctx.merchantId, keyId);
    // The operator may have set more, which can stay.
    if (limitPerWindow !== changes.limitPerWindow) refuseAboveCeiling(changes.limitPerWindow);
    await requireKeyAuthority(ctx, scopes, { password, code });
  }
  const changed = await db().transaction(async (tx) => {
    // Lock the store before the key, like a roll.
    if (restricts) await lockStore(tx, ctx.merchantId);
    return await writeChanges(tx, ctx, keyId, { name, place, ...restrictions });
  });
  dropCachedKey(keyId);
  return changed;
}

async function writeChanges(
  tx: Tx,
  ctx: Ctx,
  keyId: string,
  changes: KeyChanges,
): Promise<{ key: ApiKey }> {
  const { merchantId, principal } = ctx;
  const before = await lockKey(tx, merchantId, keyId);
  const details = changesBetween(before, changes);
  const { name: renamed, ...others } = details;
  const { place: _moved, ...restricted } = others;
  if (Object.keys(restricted).length > 0) await lockKeyAuthority(tx, ctx, before.scopes);
  if (Object.keys(details).length > 0) {
    await tx
      .update(apiKeys)
      .set(changes)
      .where(and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, keyId)));
  }
  const author = authorOf(ctx);
  if (renamed) {
    await audit(tx, author, {
      action: "api_key.renamed",
      subjectId: keyId,
      details: { name: renamed },
    });
  }
  if (Object.keys(others).length > 0) {
    await audit(tx, author, { action: "api_key.changed", subjectId: keyId, details: others });
  }
  const key = await findKey(tx, merchantId, keyId);
  if (Object.keys(restricted).length > 0) {
    await mailChangedKey(
      tx,
      merchantId,
      key,
      principal.kind === "member" ? principal.session.userId : undefined,
    );
  }
  return { key };
}

/**
 * Revokes a key permanently: at once in this process, within a second in others. A key that is already
 * revoked stays unchanged. Refuses: not_found, idempotency_key_reused.
 */
export async function revokeKey(ctx: Ctx, { keyId }: { keyId: string }): Promise<{ key: ApiKey }> {
  requireScope(ctx, "store:manage");
  const revoked = await operation(ctx, async (tx): Promise<{ key: ApiKey }> => {
    await markRevoked(tx, ctx, keyId);
    return { key: await findKey(tx, ctx.merchantId, keyId) };
  });
  dropCachedKey(keyId);
  return revoked;
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

/** Revokes the test keys of a user who is no longer in the team of this live store. */
export async function revokeTestKeysOf(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  const merchantId = await findTwin(tx, ctx.merchantId);
  if (!merchantId) return;
  const atTwin = { ...ctx, merchantId };
  for (const { id } of await lockWorkingKeysOf(tx, merchantId, userId)) {
    await markRevoked(tx, atTwin, id);
  }
}
