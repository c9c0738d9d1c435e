import { type Ctx, type Principal, replyFacts } from "../context";

/** The context for an operator's command that changes something at a merchant. */
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
