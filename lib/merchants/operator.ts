import { type Ctx, type Principal, replyFacts } from "../context";

/**
 * A context for work at a merchant without a request: operator commands and background jobs. No scopes, no
 * limits.
 */
export function operatorContext(merchantId: string): Ctx {
  const principal: Principal = {
    kind: "anonymous",
    merchantId,
    actor: "operator",
    scopes: [],
    shape: "A",
    limitPerWindow: 0,
  };
  const reply = replyFacts();
  return {
    merchantId,
    principal,
    requestId: reply.requestId,
    address: "localhost",
    shape: "A",
    idempotency: null,
    limits: [],
    activationLimits: [],
    reply,
  };
}
