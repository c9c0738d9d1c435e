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
  return { id, ctx: (given: Partial<Ctx> = {}) => contextOf(id, actor, given) };
}

/** The context of one request to a merchant. */
function contextOf(merchantId: string, actor: string, given: Partial<Ctx> = {}): Ctx {
  const requestId = newRequestId();
  return {
    merchantId,
    principal: {
      kind: "key",
      merchantId,
      actor,
      scopes: [],
      shape: "A",
      limitPerWindow: 0,
    },
    requestId,
    address: "127.0.0.1",
    shape: "A",
    idempotency: null,
    limits: [],
    activationLimits: [],
    reply: replyFacts(requestId),
    ...given,
  };
}
