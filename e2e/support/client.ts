/** Parsed JSON of an answer: tests read into it freely, and fail where it is not as they expect. */
type Body = ReturnType<typeof JSON.parse>;

/** An answer as it came: `text` to the byte, `body` parsed when it is JSON, else null. */
export type Answer = { status: number; headers: Headers; text: string; body: Body };

type ExtraHeaders = Record<string, string>;

/** The address of the server under test, without a slash at the end. */
export const baseUrl = (): string => `http://localhost:${process.env.PORT}`;

/** Sends a request to a server, by default the one under test, and reads the whole answer. */
export async function send(
  path: string,
  init: RequestInit = {},
  server = baseUrl(),
): Promise<Answer> {
  const response = await fetch(new URL(path, server), { redirect: "manual", ...init });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : null,
  };
}

/** A till: paths below /api/v1 with an API key. */
export function apiClient(key: string, server?: string) {
  const request = (method: string, path: string, body: unknown, headers: ExtraHeaders) => {
    const json: ExtraHeaders = body === undefined ? {} : { "Content-Type": "application/json" };
    const given = { Authorization: `Bearer ${key}`, ...json, ...headers };
    const init = { method, headers: given, body: JSON.stringify(body) };
    return send(`/api/v1${path}`, init, server);
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

const SHAPE_A = { "Scrip-Shape": "A" };

/** An inactive card of a till's store, under Shape A. */
export async function makeCard(till: ApiClient, fields: object = {}): Promise<Body> {
  const { status, body, text } = await till.post("/cards", { currency: "USD", ...fields }, SHAPE_A);
  if (status !== 201) throw new Error(`The card was not created: ${status} ${text}`);
  return body;
}

/** An active card of a till's store, under Shape A. */
export async function makeActiveCard(
  till: ApiClient,
  { amountCents = 10_000, currency = "USD" } = {},
): Promise<Body> {
  const { uuid } = await makeCard(till, { currency });
  const path = `/cards/${uuid}/activate`;
  const { status, body, text } = await till.post(path, { amountCents }, SHAPE_A);
  if (status !== 200) throw new Error(`The card was not activated: ${status} ${text}`);
  return body;
}
