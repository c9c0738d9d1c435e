import { ScripError } from "./errors.js";

export type RetryOptions = {
  /** Milliseconds for a request with all its retries. One attempt can take half of them. */
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof globalThis.fetch;
};

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;

/**
 * A fetch that retries a request after network failures, 429, 5xx, and while its first attempt is still in
 * progress (409 with Retry-After). Every attempt of a POST has the same Idempotency-Key. Throws ScripError
 * without a response, and the signal's reason if the caller aborts.
 */
export const retryingFetch =
  (options: RetryOptions) =>
  async (request: Request): Promise<Response> => {
    if (request.method === "POST" && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    const deadlineMs = Date.now() + options.timeoutMs;
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(options.timeoutMs)]);
    for (let retries = 0; ; retries++) {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(options.timeoutMs / 2)]);
      const outcome = await attempt(request, patience, options.fetch);
      const pauseMs = pauseBefore(request, outcome, retries);
      const isLast = retries >= options.maxRetries || Date.now() + (pauseMs ?? 0) >= deadlineMs;
      if (pauseMs !== null && !isLast) await pause(pauseMs, request.signal);
      else if (outcome instanceof Response) return outcome;
      else throw withoutResponse(request, signal, outcome.failure);
    }
  };

/** Sends the request once and reads the whole response, because its body can get lost too. */
async function attempt(
  request: Request,
  signal: AbortSignal,
  fetch: RetryOptions["fetch"],
): Promise<Response | { failure: unknown }> {
  try {
    const response = await fetch(request.clone(), { signal });
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (failure) {
    if (request.signal.aborted) throw request.signal.reason;
    return { failure };
  }
}

/** Milliseconds to wait before a retry, or null if a retry wouldn't help or wouldn't be safe. */
function pauseBefore(
  { method }: Request,
  outcome: Response | { failure: unknown },
  retries: number,
): number | null {
  // A second DELETE would return 404 if the first one succeeded.
  const isSafe = method !== "DELETE";
  const backoffMs = Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries);
  if (!(outcome instanceof Response)) return isSafe ? backoffMs : null;
  const { status, headers } = outcome;
  const retryAfterMs = Number(headers.get("Retry-After")) * 1_000 || 0;
  const isWorthwhile =
    status === 429 || (status === 409 && retryAfterMs > 0) || (status >= 500 && isSafe);
  return isWorthwhile ? retryAfterMs + backoffMs : null;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}

function withoutResponse(request: Request, signal: AbortSignal, cause: unknown): ScripError {
  const isTimeout = signal.aborted || (cause instanceof Error && cause.name === "TimeoutError");
  const [code, message] = isTimeout
    ? ["timeout", "The request timed out. It may have succeeded."]
    : ["network_error", "The connection failed. The request may have succeeded."];
  const idempotencyKey = request.headers.get("Idempotency-Key") ?? undefined;
  return new ScripError({ status: 0, code, message, idempotencyKey, cause });
}
