import type { Principal, ReplyFacts } from "../context";
import type { RefusalCode } from "../errors";
import { log } from "../log";
import { routeOf } from "../metrics";
import { pathAndSearchOf } from "./parse";
import { addressOf } from "./principals";

/** The refusals that are logged, and the name of their log event. */
const EVENTS: Partial<Record<RefusalCode, string>> = {
  unauthorized: "authentication_failed",
  consumer_unauthorized: "authentication_failed",
  insufficient_scope: "scope_refused",
  second_factor_required: "scope_refused",
  address_not_allowed: "address_refused",
  rate_limited: "throttled",
  key_limit_exceeded: "key_limited",
  insufficient_balance: "card_refused",
  card_not_active: "card_refused",
  card_frozen: "card_refused",
  card_expired: "card_refused",
  currency_mismatch: "card_refused",
  balance_limit_exceeded: "card_refused",
  card_already_active: "card_refused",
  card_already_disabled: "card_refused",
  card_already_claimed: "card_refused",
};

type Refused = {
  request: Request;
  params: Record<string, string | string[] | undefined>;
  facts: ReplyFacts;
  principal: Principal | null;
};

/**
 * Logs a refusal of `EVENTS` in one line: the actor, the route, the code and the request id, without secrets,
 * emails or query parameters. A request without any credentials is not logged.
 */
export function logRefusal(
  code: RefusalCode,
  { request, params, facts, principal }: Refused,
): void {
  const event = EVENTS[code];
  const { headers, method } = request;
  const isKnocking = code !== "unauthorized" || headers.has("authorization");
  if (event === undefined || !isKnocking) return;
  // The route, because callers may put a code in the path by mistake.
  const route = routeOf(pathAndSearchOf(request).path, params);
  const { requestId, clientRequestId } = facts;
  const who = principal && {
    actor: principal.actor,
    merchantId: principal.merchantId || undefined,
  };
  // Helps to tell a till that moved to another network from a stolen key.
  const where = code === "address_not_allowed" ? { address: addressOf(request) } : {};
  log().info(
    {
      event,
      code,
      requestId,
      clientRequestId: clientRequestId ?? undefined,
      method,
      route,
      ...who,
      ...where,
    },
    "request refused",
  );
}
