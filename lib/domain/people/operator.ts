import { type Ctx, type Principal, replyFacts } from "@/lib/base/context";
import { SCOPES } from "@/lib/base/roles";

/**
 * A context for work at a merchant without a request: operator commands and background jobs. All scopes,
 * no limits.
 */
export function operatorContext(merchantId: string): Ctx {
  const principal: Principal = {
    kind: "operator",
    merchantId,
    actor: "operator",
    scopes: SCOPES,
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
