import { SpanStatusCode } from "@opentelemetry/api";
import type { Principal, ReplyFacts } from "@/lib/base/context";
import type { RefusalCode } from "@/lib/base/errors";
import { plainLog } from "@/lib/base/observe/log";
import { meters, type Outcome, operationOf } from "@/lib/base/observe/metrics";
import { inRequestSpan, isTracing } from "@/lib/base/observe/trace";
import { pathAndSearchOf } from "./parse";
import { addressOf } from "./principals";
import { factsOf } from "./request-id";
import { HUNG_UP, replyRefusal } from "./respond";

/** What a handler notes about its request for the log and the metrics. */
export type Seen = {
  facts: ReplyFacts;
  principal: Principal | null;
  /** While the client is still sending the body. */
  isReceiving?: boolean;
};

type Params = Record<string, string | string[] | undefined>;
type Handler = (
  request: Request,
  route: { params: Promise<Params> },
) => Promise<Response> | Response;

/**
 * Answers a request, then counts, measures and logs it; in a span if the operator collects traces. Without `seen`, the
 * request id is that of the response.
 */
export async function observe(
  request: Request,
  operation: string,
  respond: () => Promise<Response>,
  seen?: Seen,
): Promise<Response> {
  const startedMs = performance.now();
  const response = isTracing() ? await traced(request, operation, respond) : await respond();
  const durationMs = performance.now() - startedMs;
  const { status } = response;
  const outcome = outcomeOf(status, seen?.facts.refusal ?? null);
  const { requests, requestDuration } = meters();
  requests.inc({ operation, status });
  requestDuration.observe({ operation, outcome }, durationMs / 1_000);
  const requestId = seen?.facts.requestId ?? requestIdOf(response);
  logRequest(request, { operation, requestId, ...seen, outcome, status, durationMs });
  return response;
}

/** Observes a handler that isn't an endpoint(), and responds to what it throws; `path` replaces an unknown path of the request. */
export const observed =
  (handler: Handler, path?: string): Handler =>
  async (request, route) => {
    const { method } = request;
    const operation = path
      ? `${method} ${path}`
      : operationOf(method, pathAndSearchOf(request).path, await route.params);
    return observe(request, operation, async () => {
      try {
        return await handler(request, route);
      } catch (thrown) {
        return replyRefusal(thrown, factsOf(request));
      }
    });
  };

const requestIdOf = ({ headers }: Response) => headers.get("scrip-request-id") ?? undefined;

const traced = (request: Request, operation: string, respond: () => Promise<Response>) =>
  inRequestSpan(request, operation, async (span) => {
    const response = await respond();
    span.setAttribute("http.response.status_code", response.status);
    span.setAttribute("scrip.request_id", requestIdOf(response) ?? "");
    if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    return response;
  });

const INVALID_STATUSES = [405, 413, 415, 421];

/** A 400 with another refusal than invalid_request is about the card, not the request. */
function outcomeOf(status: number, refusal: ReplyFacts["refusal"]): Outcome {
  if (status < 400) return "ok";
  if (status >= 500) return "error";
  if (status === HUNG_UP) return "hung_up";
  if (status === 429) return "limited";
  const isInvalid = status === 400 && (refusal ?? "invalid_request") === "invalid_request";
  return isInvalid || INVALID_STATUSES.includes(status) ? "invalid" : "refused";
}

/** The refusals whose line has an event of its own. */
const EVENTS_BY_REFUSAL: Partial<Record<RefusalCode, string>> = {
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
 * emails, codes or query parameters. `event` is "request", or names a refusal of `EVENTS_BY_REFUSAL`.
 */
function logRequest(request: Request, answered: Answered): void {
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
  return code !== "unauthorized" || headers.has("authorization")
    ? EVENTS_BY_REFUSAL[code]
    : undefined;
}
