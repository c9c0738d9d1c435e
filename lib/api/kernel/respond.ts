import { deepStrictEqual } from "node:assert";
import { FastResponse } from "srvx";
import type { Reader, Reply } from "@/lib/api/contract/shapes";
import { env } from "@/lib/base/config/env";
import { patient } from "@/lib/base/config/patience";
import {
  type ApiShape,
  type RateLimitStatus,
  type ReplyFacts,
  replyFacts,
} from "@/lib/base/context";
import {
  isHangUp,
  isRefusal,
  REFUSALS,
  Refusal,
  type RefusalCode,
  unavailable,
} from "@/lib/base/errors";
import { log, safeError } from "@/lib/base/observe/log";
import { isBusy, LOCK_TIMEOUT, sqlState } from "@/lib/db/client/client";

/** A JSON response with the headers of every API response. */
export function reply(
  status: number,
  body: unknown,
  facts: ReplyFacts,
  headers: Record<string, string> = {},
): Response {
  const text = JSON.stringify(body);
  return new FastResponse(text, {
    status,
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(text)),
      ...commonHeaders(facts),
      ...rateHeaders(facts.rates),
      ...(facts.replayed ? { "Idempotent-Replayed": "true" } : {}),
      ...(facts.cookie ? { "Set-Cookie": facts.cookie } : {}),
      ...headers,
    },
  });
}

/** A second status of an operation, for the results that it applies to. */
export type OtherStatus<R> = {
  status: 200;
  /** For openapi.json, like `example`, which is a response body. */
  description: string;
  example: unknown;
  applies: (result: R) => boolean;
};

/** The status of the response to a request with this result. */
export const statusOf = <R>(
  { status = 200, otherStatus }: { status?: number; otherStatus?: OtherStatus<R> },
  result: R,
): number => (otherStatus?.applies(result) ? otherStatus.status : status);

/** The headers of every API response, with or without a body. */
export const commonHeaders = ({
  requestId,
  clientRequestId,
  shape,
}: ReplyFacts): Record<string, string> => ({
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Scrip-Request-Id": requestId,
  // The caller's own id if it sent one, because that is what it looks for.
  "X-Request-Id": clientRequestId ?? requestId,
  "Scrip-Shape": shape,
  Vary: "Scrip-Shape",
});

/** Rate limit headers as in the IETF draft on RateLimit header fields; times in seconds. */
function rateHeaders(rates: RateLimitStatus[]): Record<string, string> {
  if (rates.length === 0) return {};
  const seconds = (ms: number) => Math.max(0, Math.ceil(ms / 1000));
  return {
    "RateLimit-Policy": rates
      .map((r) => `"${r.name}";q=${r.max};w=${seconds(r.windowMs)}`)
      .join(", "),
    RateLimit: rates.map((r) => `"${r.name}";r=${r.remaining};t=${seconds(r.resetMs)}`).join(", "),
  };
}

/** For metrics and the log, as other servers count a client that closed the connection. It is never sent. */
export const HUNG_UP = 499;

/** The response to a thrown error. An error that isn't a refusal is only logged. */
export function replyRefusal(
  thrown: unknown,
  facts = replyFacts(),
  hasIdempotencyKey = false,
): Response {
  if (isHangUp(thrown))
    return new FastResponse(null, { status: HUNG_UP, headers: commonHeaders(facts) });
  const refusal = asRefusal(thrown, facts, hasIdempotencyKey);
  facts.refusal = refusal.code;
  const { headers, requestId = facts.requestId } = refusal.options;
  const [status] = REFUSALS[refusal.code];
  return reply(status, refusalBody(refusal, requestId, facts.shape), facts, {
    ...(status === 401 ? { "WWW-Authenticate": "Bearer" } : {}),
    ...headers,
  });
}

/** Where the docs explain an error code: its row in the errors guide. */
const docUrlOf = (code: RefusalCode): string => `${env().appUrl}/docs/errors#${code}`;

/** The body of the response to a refused request. */
export function refusalBody(
  { code, message, options }: Refusal,
  requestId: string,
  shape: ApiShape,
) {
  const { fields, extras = {} } = options;
  return {
    error: code,
    message,
    requestId,
    doc_url: docUrlOf(code),
    ...(fields ? { fields } : {}),
    // Sorted, because the database returns them in another order for a replay.
    ...Object.fromEntries(Object.entries(shape === "B" ? inShapeB(extras) : extras).sort()),
  };
}

/** Shape B has its own name for one status of a card. */
const inShapeB = (extras: Record<string, unknown>): Record<string, unknown> =>
  extras.status === "inactive" ? { ...extras, status: "unactivated" } : extras;

function asRefusal(
  thrown: unknown,
  { requestId, clientRequestId }: ReplyFacts,
  hasIdempotencyKey: boolean,
): Refusal {
  if (isRefusal(thrown)) return thrown;
  if (hasIdempotencyKey && sqlState(thrown) === LOCK_TIMEOUT) {
    return new Refusal("idempotency_in_progress", { headers: { "Retry-After": "1" } });
  }
  const busy = isBusy(thrown);
  log()[busy ? "warn" : "error"](
    { requestId, clientRequestId: clientRequestId ?? undefined, error: safeError(thrown) },
    "request failed",
  );
  return busy ? unavailable() : new Refusal("internal_error");
}

/** Tills and shops wait 10 s. */
const ANSWER_WITHIN_MS = 9_000;

/**
 * Refuses a request that takes too long. What it does goes on, as after a lost connection. A client that is still sending
 * its request is left to the server's own limits.
 */
export function answerInTime(
  response: Promise<Response>,
  seen: { facts: ReplyFacts; isReceiving?: boolean },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const refuse = () => {
      if (!seen.isReceiving) resolve(replyRefusal(unavailable(), seen.facts));
    };
    const timer = setTimeout(refuse, patient(ANSWER_WITHIN_MS));
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Presents a result in a shape. With SCRIP_CHECK_REPLIES, which the tests set, also checks the output
 * against the schema at run time.
 */
export function present<T>(reply: Reply<T>, shape: ApiShape, result: T, reader: Reader): unknown {
  const { schema, present } = reply[shape];
  const body = present(result, reader);
  if (process.env.SCRIP_CHECK_REPLIES) {
    // Schemas drop fields that they don't name, so a leak shows only as a difference.
    deepStrictEqual(plainJson(body), plainJson(schema.parse(body)));
  }
  return body;
}

const plainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
