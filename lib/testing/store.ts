import { type Ctx, replyFacts } from "@/lib/base/context";
import { newId, newRequestId } from "@/lib/base/ids";
import { API_SCOPES, SCOPES } from "@/lib/base/roles";
import { db } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";
import { createKey, type NewKey } from "@/lib/domain/api-keys/create";
import { callerWith } from "./requests";

/** Creates a merchant, with contexts for requests by one API key with every scope and without rate limits. */
export async function createStore(settings: Partial<typeof merchants.$inferInsert> = {}) {
  const id = newId();
  await db()
    .insert(merchants)
    .values({
      id,
      slug: `store-${id}`,
      name: "Test store",
      confirmedAt: new Date(),
      ...settings,
    });
  const actor = `key:${newId()}`;
  const principal = {
    kind: "key",
    merchantId: id,
    actor,
    scopes: SCOPES,
    limitPerWindow: 0,
  } as const;
  const ctx = (given: Partial<Ctx> = {}): Ctx => {
    const requestId = newRequestId();
    return {
      merchantId: id,
      principal: { ...principal, shape: "A" },
      requestId,
      address: "127.0.0.1",
      shape: "A",
      idempotency: null,
      limits: [],
      activationLimits: [],
      reply: replyFacts(requestId),
      ...given,
    };
  };
  return { id, ctx };
}

/** Creates an API key, with all scopes unless `given` says otherwise. */
export const newKey = (ctx: Ctx, given: Partial<NewKey> = {}) =>
  createKey(ctx, { name: "Till 1", shape: "A", scopes: API_SCOPES, expiresAt: null, ...given });

/** Creates a store with one API key. */
export async function storeWithKey(given: Partial<NewKey> = {}) {
  const store = await createStore();
  return { store, ...(await newKey(store.ctx(), { shape: "B", ...given })) };
}

/** Request functions for the API, with a new key without rate limits. */
export async function callerWithKey(ctx: Ctx, given: Partial<NewKey> = {}) {
  const { secret } = await newKey(ctx, { limitPerWindow: 0, ...given });
  return callerWith({ Authorization: `Bearer ${secret}` }, "/api/v1");
}
