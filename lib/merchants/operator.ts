import { type Ctx, type Principal, replyFacts } from "../context";
import { newRequestId } from "../ids";

/** The context in which the operator's command changes something at a merchant. */
export function operatorContext(merchantId: string): Ctx {
  const principal: Principal = {
    kind: "anonymous",
    merchantId,
    actor: "operator",
    scopes: [],
    shape: "A",
    limitPerWindow: 0,
  };
  const requestId = newRequestId();
  return {
    merchantId,
    principal,
    requestId,
    address: "localhost",
    shape: "A",
    idempotency: null,
    limits: [],
    activationLimits: [],
    reply: replyFacts(requestId),
  };
}
