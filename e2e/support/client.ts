/** Parsed JSON, untyped on purpose: a test fails if it isn't as expected. */
type Body = ReturnType<typeof JSON.parse>;

/** A response. `text` is the unchanged body; `body` is parsed JSON, or null if it isn't JSON. */
export type Answer = { status: number; headers: Headers; text: string; body: Body };

type ExtraHeaders = Record<string, string>;

/** The URL of the server under test, without a trailing slash. */
export const baseUrl = (): string => `http://localhost:${process.env.PORT}`;

/** Reads a whole response. */
export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : null,
  };
}

/** How requests reach the API: over a connection, or by calling its routes. */
export type Send = (path: string, init?: RequestInit) => Promise<Answer>;

/** Sends a request to a server, by default the one under test, and reads the whole response. */
export const send = async (
  path: string,
  init: RequestInit = {},
  server = baseUrl(),
): Promise<Answer> =>
  await answerOf(await fetch(new URL(path, server), { redirect: "manual", ...init }));

/** An API client for one key, of a server or another way to it. Its paths are relative to /api/v1. */
export function apiClient(key: string, server?: string | Send) {
  const ask: Send =
    typeof server === "function" ? server : (path, init) => send(path, init, server);
  const request = (method: string, path: string, body: unknown, headers: ExtraHeaders) => {
    const json: ExtraHeaders = body === undefined ? {} : { "Content-Type": "application/json" };
    const given = { Authorization: `Bearer ${key}`, ...json, ...headers };
    const init = { method, headers: given, body: JSON.stringify(body) };
    return ask(`/api/v1${path}`, init);
  };
  return {
    get: (path: string, headers: ExtraHeaders = {}) => request("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers: ExtraHeaders = {}) =>
      request("POST", path, body, headers),
    patch: (path: string, body?: unknown, headers: ExtraHeaders = {}) =>
      request("PATCH", path, body, headers),
    delete: (path: string, headers: ExtraHeaders = {}) =>
      request("DELETE", path, undefined, headers),
  };
}

export type ApiClient = ReturnType<typeof apiClient>;

const SHAPE_A_HEADER = { "Scrip-Shape": "A" };

/** Creates an inactive card in the client's store. Returns it in Shape A. */
export async function makeCard(till: ApiClient, fields: object = {}): Promise<Body> {
  const { status, body, text } = await till.post(
    "/cards",
    { currency: "USD", ...fields },
    SHAPE_A_HEADER,
  );
  if (status !== 201) throw new Error(`The card was not created: ${status} ${text}`);
  return body;
}

/** Creates an active card in the client's store. Returns it in Shape A. */
export async function makeActiveCard(
  till: ApiClient,
  { amountCents = 10_000, currency = "USD" } = {},
): Promise<Body> {
  const { uuid } = await makeCard(till, { currency });
  const path = `/cards/${uuid}/activate`;
  const { status, body, text } = await till.post(path, { amountCents }, SHAPE_A_HEADER);
  if (status !== 200) throw new Error(`The card was not activated: ${status} ${text}`);
  return body;
}
