import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { env } from "@/lib/base/config/env";
import { keyedHash, sha256 } from "@/lib/base/config/secrets";
import { type ApiShape, type Ctx, requireScope } from "@/lib/base/context";
import { invalidField } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { ApiScope } from "@/lib/base/roles";
import type { Tx } from "@/lib/db/client/client";
import { apiKeys } from "@/lib/db/schema/api-keys";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { requireConfirmedStore } from "@/lib/domain/limits/confirmed-store";
import type { PartialProof } from "@/lib/domain/people/totp/accept-code";
import { lockStore } from "@/lib/domain/stores/find";
import { isTestStore } from "@/lib/domain/stores/test-twin";
import { operation } from "@/lib/ledger/post/operation";
import { amountLimitColumns, type PartialAmountLimits } from "./amount-limits";
import { lockKeyAuthority, requireKeyAuthority } from "./authority";
import { formatKey, isTestKey, publicParts, randomSecret } from "./format";
import { mailNewKey } from "./mails";
import { type ApiKey, findKey, isNoDevice } from "./read";

/** Maximum number of active keys per store. */
export const MAX_KEYS = 200;

export type NewKey = {
  name: string;
  shape: ApiShape;
  scopes: readonly ApiScope[];
  expiresAt: Date | null;
  /** Requests per window. Null keeps the published limits, 0 lifts them, which only the operator does. */
  limitPerWindow?: number | null | undefined;
  /** Where the key is used, in the store's own words. */
  place?: string | null | undefined;
  /** The networks that may use the key, in CIDR notation; empty for everywhere. */
  addressRanges?: string[] | undefined;
  /** Whether it replaces another key. */
  rolls?: boolean;
} & PartialAmountLimits;

/** A new key with its secret, which only this response contains. */
export type CreatedKey = { key: ApiKey; secret: string };

const DAY_MS = 24 * 60 * 60 * 1_000;

/** When a key expires that is created now; in a year if its creator doesn't say. */
export const expiryInDays = (days = 365): Date => new Date(Date.now() + days * DAY_MS);

type PortalKey = Omit<NewKey, "expiresAt" | "rolls"> &
  PartialProof & { expiresAt?: Date | null | undefined };

/**
 * Creates an API key for a team member. It lasts a year unless `expiresAt` says otherwise; null is forever.
 * Refuses what requireKeyAuthority() and createKey() refuse.
 */
export async function createKeyAsMember(
  ctx: Ctx,
  { password, code, expiresAt, ...newKey }: PortalKey,
): Promise<CreatedKey> {
  refuseAboveCeiling(newKey.limitPerWindow);
  await requireKeyAuthority(ctx, newKey.scopes, { password, code });
  return await createKey(ctx, {
    ...newKey,
    expiresAt: expiresAt === undefined ? expiryInDays() : expiresAt,
  });
}

/**
 * Creates an API key and emails the owners. Only this response contains the secret; a hash is stored.
 * Refuses: invalid_request (an expiry that has passed, too many keys), insufficient_scope (a team member who
 * was removed or demoted meanwhile), store_not_confirmed (a key that moves money).
 */
export const createKey = (ctx: Ctx, newKey: NewKey): Promise<CreatedKey> =>
  createKeyWith(ctx, async (tx, insert) => {
    const { expiresAt } = newKey;
    if (expiresAt && expiresAt.getTime() <= Date.now()) {
      throw invalidField("expiresAt", "must be in the future");
    }
    await lockKeyAuthority(tx, ctx, newKey.scopes);
    if (newKey.scopes.includes("money:write")) await requireConfirmedStore(tx, ctx.merchantId);
    await refuseTooManyKeys(tx, ctx);
    return await insert(newKey);
  });

/**
 * Creates one key in a transaction. `make` calls `insert`, which writes the key, its audit row and the emails
 * to the owners. A replayed request gets the same secret.
 */
export async function createKeyWith(
  ctx: Ctx,
  make: (tx: Tx, insert: InsertKey) => Promise<ApiKey>,
): Promise<CreatedKey> {
  requireScope(ctx, "store:manage");
  const secretOf = secretDeriver(ctx);
  const { key } = await operation(ctx, async (tx): Promise<{ key: ApiKey }> => {
    const key = await make(tx, (newKey) => insertKey(tx, ctx, newKey, secretOf));
    return { key };
  });
  return { key, secret: formatKey(key.id, secretOf(key.id), isTestKey(key.prefix)) };
}

/** Writes a new key, its audit row and the emails to the owners. */
export type InsertKey = (newKey: NewKey) => Promise<ApiKey>;

/**
 * Returns the secret for the id of a new key or device. With an Idempotency-Key, the secret is derived from it, so that
 * a caller who lost the response gets the same secret again although it isn't stored.
 */
export function secretDeriver({ merchantId, idempotency }: Ctx): (id: string) => Uint8Array {
  if (!idempotency) {
    const secret = randomSecret();
    return () => secret;
  }
  const { key, keyNumber } = idempotency;
  return (id) => keyedHash("api-key", JSON.stringify([merchantId, key, id]), keyNumber);
}

/** Writes a key with the secret that `secretOf` returns for its id, its audit row and the mails. */
export async function insertKey(
  tx: Tx,
  ctx: Ctx,
  { rolls = false, ...newKey }: NewKey,
  secretOf: (id: string) => Uint8Array,
): Promise<ApiKey> {
  const { id, details } = await insertKeyRow(tx, ctx, newKey, secretOf);
  await audit(tx, authorOf(ctx), { action: "api_key.created", subjectId: id, details });
  const key = await findKey(tx, ctx.merchantId, id);
  await mailNewKey(tx, ctx.merchantId, key, rolls);
  return key;
}

/** Writes only a key's row, like insertKey(). Returns its id, and what the audit log says about it. */
export async function insertKeyRow(
  tx: Tx,
  { merchantId, principal }: Ctx,
  { name, shape, expiresAt, limitPerWindow = null, ...newKey }: Omit<NewKey, "rolls">,
  secretOf: (id: string) => Uint8Array,
): Promise<{ id: string; details: Record<string, unknown> }> {
  const id = newId();
  const text = formatKey(id, secretOf(id), await isTestStore(tx, merchantId));
  const scopes = [...newKey.scopes];
  const { place = null, addressRanges = [] } = newKey;
  const restrictions = { place, addressRanges, ...amountLimitColumns(newKey) };
  await tx.insert(apiKeys).values({
    merchantId,
    id,
    name,
    shape,
    scopes,
    expiresAt,
    limitPerWindow,
    ...restrictions,
    ...publicParts(text),
    secretHash: sha256(text),
    createdBy: principal.actor,
  });
  return {
    id,
    details: { name, shape, scopes, expiresAt, limitPerWindow, ...setRestrictions(restrictions) },
  };
}

/** The restrictions that a key has, for the audit log. */
export const setRestrictions = (restrictions: object) =>
  Object.fromEntries(
    Object.entries(restrictions).filter(([, value]) => value !== null && value?.length !== 0),
  );

/** Refuses: invalid_request, a rate limit above what the operator lets owners set. */
export function refuseAboveCeiling(limitPerWindow: number | null | undefined): void {
  const { keyRateLimitMax } = env();
  if ((limitPerWindow ?? 0) <= keyRateLimitMax) return;
  throw invalidField(
    "limitPerWindow",
    `must be at most ${keyRateLimitMax}, the operator's maximum`,
  );
}

/** Refuses: invalid_request, when the store has the maximum number of active keys. */
export async function refuseTooManyKeys(tx: Tx, { merchantId }: Ctx): Promise<void> {
  // Lock the store, so that two requests can't both create the last allowed key.
  await lockStore(tx, merchantId);
  const isWorking = and(
    eq(apiKeys.merchantId, merchantId),
    isNoDevice(merchantId),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
  );
  if ((await tx.$count(apiKeys, isWorking)) >= MAX_KEYS) {
    throw invalidField(
      "body",
      `a store can have at most ${MAX_KEYS} API keys; revoke one that you don't use`,
    );
  }
}
