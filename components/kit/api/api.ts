import type * as mails from "@/app/api/dev/mail/route";
import type { operations as portal } from "@/app/api/portal/operations";
import type { operations as till } from "@/app/api/till/operations";
import type { routes as v1 } from "@/app/api/v1/routes";
import type { operations as wallet } from "@/app/api/wallet/operations";

type Below<Base extends string, Table> = {
  [Path in keyof Table & string as `${Base}${Path}`]: Table[Path];
};

/** The operations that pages may call, by path. Types only, so that no server code enters the browser's scripts. */
type RoutesByPath = Below<"/api/v1", typeof v1> &
  Below<"/api/portal", typeof portal> &
  Below<"/api/till", typeof till> &
  Below<"/api/wallet", typeof wallet> & { "/api/dev/mail": typeof mails };

const answerTimeoutMs = 20_000;

export type FieldProblem = { path: string; message: string };

type Failure = {
  status: number;
  code: string;
  message?: string | undefined;
  requestId?: string | null | undefined;
  fields?: FieldProblem[];
  details?: Record<string, unknown>;
};

/** An error response, or a request without a response (`status` 0). `refusalInWords` has its text. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly fields: FieldProblem[];
  /** The other fields of the error body, such as the limit that was exceeded. */
  readonly details: Record<string, unknown>;

  constructor({ status, code, message = "", requestId, fields = [], details = {} }: Failure) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId ?? null;
    this.fields = fields;
    this.details = details;
  }
}

/** True if the request may or may not have been carried out. Retry it only with the same idempotency key. */
export const isUncertain = (error: unknown) =>
  !(error instanceof ApiError) ||
  error.status === 0 ||
  error.status >= 500 ||
  error.code === "idempotency_in_progress";

/** True if the request was valid, and is refused by the state of what it names: a balance, a status, a limit. */
export const isRefusedByState = (error: unknown) =>
  error instanceof ApiError && [400, 404, 409].includes(error.status) && error.fields.length === 0;

/** True if the server refuses the value of this field. */
export const refusesField = (error: unknown, field: string) =>
  error instanceof ApiError && error.fields.some(({ path }) => path === field);

// Other 401 errors mean a wrong password or code, not a lost session.
const sessionEndedCodes = ["unauthorized", "consumer_unauthorized"];

/** What the page has lost according to this error: its session or its store. Null for other errors. */
export function lossOf(error: unknown): "session" | "store" | null {
  if (!(error instanceof ApiError)) return null;
  if (sessionEndedCodes.includes(error.code)) return "session";
  return error.code === "store_changed" ? "store" : null;
}

type Wire = { query: unknown; body: unknown; reply: unknown };
type WireOf<Operation> = Operation extends { spec: { wire?: infer W extends Wire } } ? W : never;

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
/** The paths that have an operation for a method. */
export type PathOf<M extends Method> = {
  [P in keyof RoutesByPath]: RoutesByPath[P][M] extends { spec: object } ? P : never;
}[keyof RoutesByPath];

type Value<T> = unknown extends T ? string | number : T | (string extends T ? number : never);
type Filled<Q> = { [Name in keyof Q]?: Value<Q[Name]> | null | undefined };
type QueryIn<Q> = unknown extends Q ? Record<string, never> : Filled<Q>;
type BodyIn<B> = unknown extends B ? object : B;

/** An operation's query, body and response types, as its route defines them. */
export type QueryOf<P extends keyof RoutesByPath> = P extends unknown
  ? QueryIn<WireOf<RoutesByPath[P]["GET"]>["query"]>
  : never;
export type BodyOf<P extends keyof RoutesByPath, M extends Method = "POST"> = P extends unknown
  ? BodyIn<WireOf<RoutesByPath[P][M]>["body"]>
  : never;
export type ReplyOf<P extends keyof RoutesByPath, M extends Method = "GET"> = P extends unknown
  ? WireOf<RoutesByPath[P][M]>["reply"]
  : never;

declare const ofPath: unique symbol;
/** A path with its parameters filled in, still typed by its route. */
export type Url<P extends keyof RoutesByPath> = string & { readonly [ofPath]: P };

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export const url = <P extends keyof RoutesByPath>(
  path: P,
  values: Record<NamesIn<P>, string | number>,
) =>
  path.replace(/\{(\w+)\}/g, (_, name: NamesIn<P>) => encodeURIComponent(values[name])) as Url<P>;

type Query = Record<string, string | number | boolean | null | undefined>;

/** Adds a query string to `path`; skips empty values. */
export function pathWithQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Skips empty query values. Like the functions below, it throws ApiError. */
export const get = <P extends PathOf<"GET">>(
  path: P | Url<P>,
  query?: QueryOf<P>,
  signal?: AbortSignal,
): Promise<ReplyOf<P>> =>
  send(pathWithQuery(path, (query ?? {}) as Query), { method: "GET", signal: signal ?? null });

const sender =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(
    path: P | Url<P>,
    body: BodyOf<P, M>,
    idempotencyKey?: string,
    signal?: AbortSignal,
  ): Promise<ReplyOf<P, M>> =>
    send(path, {
      method,
      body: JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
      },
      signal: signal ?? null,
    });

/** Requests that move money need `idempotencyKey`. Reuse it until the outcome is known. */
export const post = sender("POST");
export const patch = sender("PATCH");
export const put = sender("PUT");

export const remove = <P extends PathOf<"DELETE">>(
  path: P | Url<P>,
  body?: BodyOf<P, "DELETE">,
): Promise<ReplyOf<P, "DELETE">> =>
  body === undefined ? send(path, { method: "DELETE" }) : sender("DELETE")(path, body);

/** Headers that name what the page shows. */
const shownHeaders: Record<string, string> = {};

function setShown(header: string, value: string | null): void {
  // On the server, all users share this module.
  if (typeof window === "undefined") return;
  if (value) shownHeaders[header] = value;
  else delete shownHeaders[header];
}

/** Sets the store that the page shows, sent with every request from now on; null for none. */
export const setShownStore = (merchantId: string | null) => setShown("Scrip-Store", merchantId);

/** Sets the till session that the page shows, like setShownStore(). */
export const setTillSession = (sessionId: string | null) => setShown("Scrip-Till", sessionId);

const send = <Reply>(path: string, init: RequestInit): Promise<Reply> =>
  ask(path, init, (response) => response.json());

/** Posts for a file: too much for a URL says what it contains. */
export const postForFile = <P extends PathOf<"POST">>(path: P, body: object): Promise<Blob> =>
  ask(
    path,
    {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
      signal: null,
    },
    (response) => response.blob(),
  );

async function ask<Content>(
  path: string,
  init: RequestInit,
  read: (response: Response) => Promise<Content>,
): Promise<Content> {
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  let response: Response;
  let content: unknown;
  try {
    const headers = { ...init.headers, ...shownHeaders };
    response = await fetch(path, { ...init, headers, signal, cache: "no-store" });
    content = await (response.ok ? read(response) : response.json()).catch(() => null);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw unreachable();
  }
  if (!response.ok) throw refusalOf(response.status, content);
  return content as Content;
}

/** The error for a request without a response. */
export const unreachable = () => new ApiError({ status: 0, code: "unreachable" });

/** Parses the body of an error response. */
export function refusalOf(status: number, body: unknown): ApiError {
  const { error, message, requestId, fields, ...details } = (body ?? {}) as Partial<Failure> & {
    error?: string;
  };
  return new ApiError({
    status,
    code: error ?? "unexplained",
    message,
    requestId,
    fields: Array.isArray(fields) ? fields : [],
    details,
  });
}

/**
 * Opens a page with a full load, which drops the data that this one has. Never resolves, so that the
 * button that waits for it stays busy.
 */
export function openPage(href: string): Promise<never> {
  window.location.assign(href);
  return new Promise(() => {});
}
