const answerTimeoutMs = 20_000;

export type FieldProblem = { path: string; message: string };

/** A refusal, or a request that got no answer (`status` 0). `message` is fit to be shown. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: FieldProblem[];

  constructor(init: {
    status: number;
    code: string;
    message: string;
    requestId?: string;
    fields?: FieldProblem[];
  }) {
    super(init.message);
    this.name = "ApiError";
    this.status = init.status;
    this.code = init.code;
    this.requestId = init.requestId ?? null;
    this.fields = init.fields ?? [];
  }
}

/** True while nobody knows whether the request was carried out: only the same key may try again. */
export const isUncertain = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.code === "idempotency_in_progress";

// Other refusals with status 401 are of what was typed: a password, a code.
const ended = ["unauthorized", "consumer_unauthorized"];

/** What the whole page has lost, when a refusal says so: it is told apart from the request's own fate. */
export function lossOf(error: unknown): "session" | "store" | null {
  if (!(error instanceof ApiError)) return null;
  if (ended.includes(error.code)) return "session";
  return error.code === "store_changed" ? "store" : null;
}

type Query = Record<string, string | number | null | undefined>;

/** `path` with a query; empty values are left out. */
export function pathWith(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Reads `path`; empty query values are left out. Refusals are thrown as ApiError. */
export const get = <Reply>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Reply> =>
  send<Reply>(pathWith(path, query), { method: "GET", ...(signal && { signal }) });

/** Posts JSON to `path`. A movement of money needs `idempotencyKey`, kept while its fate is unknown. */
export function post<Reply>(
  path: string,
  body: unknown,
  idempotencyKey?: string,
  signal?: AbortSignal,
): Promise<Reply> {
  return send<Reply>(path, {
    method: "POST",
    ...(signal && { signal }),
    body: JSON.stringify(body),
    headers: {
      "Content-Type": "application/json",
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
    },
  });
}

/** Changes the fields given of what stands at `path`. Refusals are thrown as ApiError. */
export const patch = <Reply>(path: string, body: object): Promise<Reply> =>
  send<Reply>(path, {
    method: "PATCH",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });

/** Puts `body` in the place of what stands at `path`. Refusals are thrown as ApiError. */
export const put = <Reply>(path: string, body: object): Promise<Reply> =>
  send<Reply>(path, {
    method: "PUT",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });

/** Deletes what stands at `path`. Refusals are thrown as ApiError. */
export const remove = (path: string): Promise<unknown> => send(path, { method: "DELETE" });

let shownStore: string | null = null;

/** Says with every request from here on which store the page shows; null when it shows none. */
export function showStore(merchantId: string | null): void {
  // On the server this module is everybody's.
  if (typeof window !== "undefined") shownStore = merchantId;
}

async function send<Reply>(path: string, init: RequestInit): Promise<Reply> {
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  let response: Response;
  let body: unknown;
  try {
    const headers = { ...init.headers, ...(shownStore && { "Scrip-Store": shownStore }) };
    response = await fetch(path, { ...init, headers, signal, cache: "no-store" });
    body = await response.json().catch(() => null);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw unreachable();
  }
  if (!response.ok) throw refusalOf(response.status, body);
  return body as Reply;
}

/** That no answer came. */
export const unreachable = () =>
  new ApiError({
    status: 0,
    code: "unreachable",
    message: "Scrip can't be reached. Check the connection, then try again.",
  });

/** The refusal that stands in an answer's body. */
export function refusalOf(status: number, body: unknown): ApiError {
  const known = (body ?? {}) as {
    error?: string;
    message?: string;
    requestId?: string;
    fields?: FieldProblem[];
  };
  return new ApiError({
    status,
    code: known.error ?? "internal_error",
    message: known.message ?? `The server answered ${status} without saying why.`,
    ...(known.requestId && { requestId: known.requestId }),
    ...(Array.isArray(known.fields) && { fields: known.fields }),
  });
}
