import { SpanStatusCode } from "@opentelemetry/api";
import type { Principal, ReplyFacts } from "@/lib/base/context";
import { meters, type Outcome, operationOf } from "@/lib/base/observe/metrics";
import { inRequestSpan, isTracing } from "@/lib/base/observe/trace";
import { logRequest } from "./log-request";
import { pathAndSearchOf } from "./parse";
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
