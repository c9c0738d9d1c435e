import { and, count, eq, gt, isNull, or, sql } from "drizzle-orm";
import { audit, authorOf } from "../../audit/audit";
import type { Ctx, Shape } from "../../context";
import type { ApiScope } from "../../roles";
import type { Tx } from "../../db/client";
import { apiKeys } from "../../db/schema/api-keys";
import { invalid } from "../../errors";
import { newId } from "../../ids";
import { operation } from "../../ledger/operation";
import { keyedHash, sha256 } from "../../secrets";
import { lockStore } from "../find";
import { randomSecret, shownParts, writeKey } from "./format";
import { type ApiKey, findKey } from "./read";

/** How many active keys a store may have. */
const MAX_KEYS = 200;

export type NewKey = {
  name: string;
  shape: Shape;
  scopes: readonly ApiScope[];
  expiresAt: Date | null;
  /** Calls in every window; null keeps the published limits, 0 lifts them. The operator's to give. */
  limitPerWindow?: number | null;
};

/** A new key with its secret, which only this response has. */
export type CreatedKey = { key: ApiKey; secret: string };

/**
 * Creates an API key. Only this response has the secret; a hash is stored.
 * Refuses: invalid_request (an expiry that has passed, too many keys).
 */
export const createKey = (ctx: Ctx, wanted: NewKey): Promise<CreatedKey> =>
  createKeyBy(ctx, async (tx, insert) => {
    const { expiresAt } = wanted;
    if (expiresAt && expiresAt.getTime() <= Date.now()) {
      throw invalid("expiresAt", "must be in the future");
    }
    await refuseTooManyKeys(tx, ctx);
    return await insert(wanted);
  });

/**
 * Runs a commit that creates one key with the `insert` it gets, which writes the key and its audit row.
 * A replay gives the same secret.
 */
export async function createKeyBy(
  ctx: Ctx,
  make: (tx: Tx, insert: (wanted: NewKey) => Promise<ApiKey>) => Promise<ApiKey>,
): Promise<CreatedKey> {
  const secretOf = secretsOf(ctx);
  const { key } = await operation(ctx, async (tx): Promise<{ key: ApiKey }> => {
    const key = await make(tx, (wanted) => insertKey(tx, ctx, wanted, secretOf));
    return { key };
  });
  return { key, secret: writeKey(key.id, secretOf(key.id)) };
}

/**
 * The secret of a key by its id. Under an Idempotency-Key it is derived from that key, so that a
 * caller who lost the response gets the same secret again, though it is not stored.
 */
function secretsOf({ merchantId, idempotency }: Ctx): (id: string) => Uint8Array {
  if (!idempotency) {
    const secret = randomSecret();
    return () => secret;
  }
  return (id) => keyedHash("api-key", JSON.stringify([merchantId, idempotency.key, id]));
}

async function insertKey(
  tx: Tx,
  ctx: Ctx,
  { name, shape, expiresAt, limitPerWindow = null, ...wanted }: NewKey,
  secretOf: (id: string) => Uint8Array,
): Promise<ApiKey> {
  const { merchantId, principal } = ctx;
  const id = newId();
  const text = writeKey(id, secretOf(id));
  const scopes = [...wanted.scopes];
  await tx.insert(apiKeys).values({
    merchantId,
    id,
    name,
    shape,
    scopes,
    expiresAt,
    limitPerWindow,
    ...shownParts(text),
    secretHash: sha256(text),
    createdBy: principal.actor,
  });
  await audit(tx, authorOf(ctx), {
    action: "api_key.created",
    subjectId: id,
    details: { name, shape, scopes, expiresAt, limitPerWindow },
  });
  const created = await findKey(tx, merchantId, id);
  if (!created) throw new Error("the key is not there");
  return created;
}

/** Refuses: invalid_request, when the store has as many working keys as it may. */
export async function refuseTooManyKeys(tx: Tx, { merchantId }: Ctx): Promise<void> {
  // Two requests can't both create the last key.
  await lockStore(tx, merchantId);
  const works = and(
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
  );
  const [working] = await tx
    .select({ keys: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.merchantId, merchantId), works));
  if (working && working.keys >= MAX_KEYS) {
    throw invalid("body", `a store has at most ${MAX_KEYS} keys; revoke one that is not used`);
  }
}
