import { Counter, Registry } from "prom-client";

function createCounters() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "scrip_requests_total",
      help: "Requests by method, route and status.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    requestSeconds: new Counter({
      name: "scrip_request_seconds_total",
      help: "Time spent on requests, in seconds, by route.",
      labelNames: ["method", "route"],
      registers,
    }),
    movements: new Counter({
      name: "scrip_movements_total",
      help: "Committed transactions by type, without replays.",
      labelNames: ["type"],
      registers,
    }),
  };
}

// On globalThis, because pages, routes and the server can each have a copy of this module.
const COUNTERS_SYMBOL = Symbol.for("scrip.counters");
const globals = globalThis as { [COUNTERS_SYMBOL]?: ReturnType<typeof createCounters> };

/** Counters of this process for /api/metrics. Labels never contain ids. */
export function counters() {
  globals[COUNTERS_SYMBOL] ??= createCounters();
  return globals[COUNTERS_SYMBOL];
}

// Far more routes than exist. A caller can spell a path in many ways, such as with %63 for c.
const MAX_ROUTES = 500;
const routes = new Set<string>();

/** Next passes no params to a route without parameters, whatever its types say. */
type Params = Record<string, string | string[] | undefined> | undefined;

/** Counts a response and its duration under the route's path, without the caller's ids. */
export function countRequest(
  method: string,
  { path, params }: { path: string; params: Params },
  status: number,
  durationMs: number,
): void {
  const route = bounded(routeOf(path, params));
  const { requests, requestSeconds } = counters();
  requests.inc({ method, route, status });
  requestSeconds.inc({ method, route }, durationMs / 1_000);
}

function bounded(route: string): string {
  if (routes.size < MAX_ROUTES) routes.add(route);
  return routes.has(route) ? route : "other";
}

/** `/api/v1/cards/{uuid}/debit` for `/api/v1/cards/0197…/debit`; "other" if a parameter is not found. */
export function routeOf(pathname: string, params: Params): string {
  const parts = pathname.split("/");
  // From the end, because a parameter can equal the name of a folder before it.
  for (const [name, value] of Object.entries(params ?? {}).reverse()) {
    if (value === undefined) continue;
    const at = parts.findLastIndex((part) => part === value || decoded(part) === value);
    if (at === -1) return "other";
    parts[at] = `{${name}}`;
  }
  return parts.join("/");
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
