import { type Ctx, replyFacts } from "../context";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { newId, newRequestId } from "../ids";

/** Creates a merchant, with contexts for requests by one API key without rate limits. */
export async function createStore(settings: Partial<typeof merchants.$inferInsert> = {}) {
  const id = newId();
  await db()
    .insert(merchants)
    .values({ id, slug: `store-${id}`, name: "Test store", ...settings });
  const actor = `key:${newId()}`;
  const principal = { kind: "key", merchantId: id, actor, scopes: [], limitPerWindow: 0 } as const;
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
