/// <reference types="vite/client" />
import { parse } from "csv-parse/sync";
import { decode } from "next-auth/jwt";
import type { RouteHandlers } from "@/lib/api/kernel/endpoint";
import type { OperationTable } from "@/lib/api/kernel/serve";
import { env } from "@/lib/base/config/env";
import { pg } from "@/lib/db/client/client";

export const COOKIE = "authjs.session-token";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

type RequestOptions = {
  body?: unknown;
  /** A header that is undefined is not sent. */
  headers?: Record<string, string | undefined>;
  query?: Record<string, string>;
};

type Route = { route: string; segments: string[]; load: () => Promise<RouteHandlers> };

const found = new Map<string, Promise<Route[]>>();

const asRoute = (route: string, load: Route["load"]): Route => ({
  route,
  segments: route.split("/"),
  load,
});

/**
 * The routes below `/api/<area>`, such as `/api/portal/team/[id]`, with functions that load them. Only the areas that a
 * test asks for are loaded.
 */
async function loadArea(area: string): Promise<Route[]> {
  // Evaluated on use: tests that run without Vite import this module, but send no requests.
  const tables = import.meta.glob<{ operations: OperationTable }>("../../app/api/*/operations.ts");
  const load = tables[`../../app/api/${area}/operations.ts`];
  if (load) {
    const { operations } = await load();
    return Object.entries(operations).map(([path, resource]) =>
      asRoute(`/api/${area}${path.replace(/\{(\w+)\}/g, "[$1]")}`, async () => resource),
    );
  }
  const files = import.meta.glob<RouteHandlers>(
    "../../app/api/{v1,passes,dev,store-logos}/**/route.ts",
  );
  return Object.entries(files)
    .map(([file, load]) => asRoute(file.slice("../../app".length, -"/route.ts".length), load))
    .filter(({ route }) => route.startsWith(`/api/${area}/`));
}

const AREAS = ["v1", "portal", "wallet", "till", "passes", "dev", "store-logos"];

/** The routes that a path may lead to, or that are below it. */
async function routesAt(path: string): Promise<Route[]> {
  const [, , area] = path.split("/");
  const areas = area ? [area] : AREAS;
  const loaded = areas.map((one) => {
    const routes = found.get(one) ?? loadArea(one);
    found.set(one, routes);
    return routes;
  });
  return (await Promise.all(loaded)).flat();
}

/** Every operation below a path: its method, path with parameters in brackets, and definition. */
export async function operationsIn(base: string) {
  const below = (await routesAt(base)).filter(({ route }) => route.startsWith(`${base}/`));
  const loaded = await Promise.all(
    below.map(async ({ route, load }) => ({ path: route, resource: await load() })),
  );
  return loaded.flatMap(({ path, resource }) =>
    METHODS.flatMap((method) => {
      const { spec } = resource[method] ?? {};
      return spec ? [{ name: `${method} ${path.slice(base.length)}`, method, path, spec }] : [];
    }),
  );
}

export type Operation = Awaited<ReturnType<typeof operationsIn>>[number];

const PARAMETER = /^\[(\w+)\]$/;

/** Finds the route of a path, and its parameters. A fixed segment wins over a parameter. */
export async function findRoute(path: string) {
  const wanted = path.split("/").map(decodeURIComponent);
  const [match] = (await routesAt(path))
    .filter(
      ({ segments }) =>
        segments.length === wanted.length &&
        segments.every((segment, n) => PARAMETER.test(segment) || segment === wanted[n]),
    )
    .map(({ segments, load }) => ({
      load,
      params: segments.flatMap((segment, n) => {
        const name = PARAMETER.exec(segment)?.[1];
        return name ? [[name, wanted[n] ?? ""] as const] : [];
      }),
    }))
    .sort((a, b) => a.params.length - b.params.length);
  if (!match) throw new Error(`There is no route at ${path}.`);
  // Like Next, which passes no params to a route without parameters.
  const params = match.params.length > 0 ? Object.fromEntries(match.params) : undefined;
  return { load: match.load, params: params as Record<string, string> };
}

/** Sends a request to an API path. Returns the response's status, text, bytes, parsed body and headers. */
export async function send(
  path: string,
  method: Method,
  { body, headers = {}, query = {} }: RequestOptions = {},
) {
  const { load, params } = await findRoute(path);
  const all = {
    "Content-Type": "application/json",
    "Scrip-Store": await storeHeaderFor(headers.cookie),
  };
  const sent = Object.entries({ ...all, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  const request = new Request(`http://localhost:3000${path}?${new URLSearchParams(query)}`, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await (await load())[method](request, { params: Promise.resolve(params) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = /^application\/json(;|$)/.test(response.headers.get("content-type") ?? "");
  const { status, headers: answered } = response;
  return { status, text, bytes, body: isJson ? JSON.parse(text) : null, headers: answered };
}

/** The store of a session, which a freshly loaded page sends as Scrip-Store. */
async function storeHeaderFor(cookie = ""): Promise<string | undefined> {
  const token = cookie.split(`${COOKIE}=`)[1];
  const session = token && (await decode({ token, secret: env().authSecrets, salt: COOKIE }));
  if (!session) return undefined;
  const [row] = await pg()<{ store: string }[]>`select coalesce(m.id, s.merchant_id) as store
    from user_sessions s left join merchants m on s.is_test and m.live_merchant_id = s.merchant_id
    where s.id = ${String(session.sessionId)}`;
  return row?.store;
}

type More = Omit<RequestOptions, "body">;

/**
 * Request functions that send these headers and any that a call adds. Paths are below `base`, unless they
 * begin with /api.
 */
export function callerWith<H extends Record<string, string>>(own: H, base = "/api/portal") {
  const ask = (method: Method, path: string, { headers, ...sent }: RequestOptions) =>
    send(path.startsWith("/api/") ? path : base + path, method, {
      ...sent,
      headers: { ...own, ...headers },
    });
  return {
    headers: own,
    get: (path: string, query: Record<string, string> = {}, more: More = {}) =>
      ask("GET", path, { query, ...more }),
    delete: (path: string, more: RequestOptions = {}) => ask("DELETE", path, more),
    post: (path: string, body?: unknown, more: More = {}) => ask("POST", path, { ...more, body }),
    put: (path: string, body?: unknown, more: More = {}) => ask("PUT", path, { ...more, body }),
    patch: (path: string, body?: unknown, more: More = {}) => ask("PATCH", path, { ...more, body }),
  };
}

export type Caller = ReturnType<typeof callerWith<Record<string, string>>>;

/** A visitor without a session. */
export const anybody: Caller = callerWith({});

type Answer = Awaited<ReturnType<typeof send>>;

/** The status of a response, with the error and the field of a refusal: `400 invalid_request email`. */
export async function outcomeOf(answer: Answer | Promise<Answer>): Promise<string> {
  const { status, body } = await answer;
  return [status, body?.error, body?.fields?.[0]?.path].filter((part) => part).join(" ");
}

/** Masks the request id, to compare two responses that must be indistinguishable. */
export const withoutRequestId = (text: string) => text.replace(/req_[0-9a-f-]+/, "req");

/** All rows of a list, read page by page. */
export async function allPages<T>(
  read: (query: Record<string, string>) => Promise<Answer>,
  limit = "1",
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | null = null;
  do {
    const { body }: Answer = await read({ limit, ...(cursor && { cursor }) });
    // The rows are the only list of a page.
    rows.push(...(Object.values(body).find(Array.isArray) as T[]));
    cursor = body.nextCursor;
  } while (cursor);
  return rows;
}

/** The rows of a downloaded CSV file, parsed like a spreadsheet does. */
export const csvRowsOf = ({ text }: { text: string }): Record<string, string>[] =>
  parse(text, { bom: true, columns: true });
