import type { Principal, ReplyFacts } from "@/lib/base/context";
import type { RefusalCode } from "@/lib/base/errors";
import { plainLog } from "@/lib/base/observe/log";
import type { Outcome } from "@/lib/base/observe/metrics";
import { addressOf } from "./principals";

/** The refusals whose line has an event of its own. */
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

type Answered = {
  operation: string;
  requestId: string | undefined;
  facts?: ReplyFacts;
  principal?: Principal | null;
  outcome: Outcome;
  status: number;
  durationMs: number;
};

/**
 * Logs a finished request in one line: the caller, the operation, the outcome and the request id, without secrets,
 * emails, codes or query parameters. `event` is "request", or names a refusal of `EVENTS`.
 */
export function logRequest(request: Request, answered: Answered): void {
  const { operation, requestId, facts, principal, outcome, status, durationMs } = answered;
  const code = facts?.refusal ?? undefined;
  plainLog().info({
    event: (code && eventOf(code, request)) ?? "request",
    requestId,
    clientRequestId: facts?.clientRequestId ?? undefined,
    actor: principal?.actor,
    merchantId: principal?.merchantId || undefined,
    operation,
    outcome,
    status,
    code,
    // Helps to tell a till that moved to another network from a stolen key.
    address: code === "address_not_allowed" ? addressOf(request) : undefined,
    durationMs: Math.round(durationMs * 10) / 10,
  });
}

/** A request without any credentials is no failed attempt to authenticate. */
function eventOf(code: RefusalCode, { headers }: Request): string | undefined {
  return code !== "unauthorized" || headers.has("authorization") ? EVENTS[code] : undefined;
}
