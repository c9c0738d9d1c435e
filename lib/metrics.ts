import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** How a request ended. */
export type Outcome = "ok" | "invalid" | "refused" | "limited" | "error";
/** How an attempt to deliver a webhook ended: with a 2xx status, with another one, or without a response. */
export type AttemptOutcome = "delivered" | "rejected" | "unreachable";

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// Wakes the process this often, even when it is idle.
const EVENT_LOOP_PRECISION_MS = 20;

function createMeters() {
  const registry = new Registry();
  const registers = [registry];
  // CPU, memory, heap, garbage collection and the delay of the event loop of this process.
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
  });
  return {
    registry,
    requests: new Counter({
      name: "scrip_requests_total",
      help: "Requests by operation and status.",
      labelNames: ["operation", "status"],
      registers,
    }),
    requestDuration: new Histogram({
      name: "scrip_request_duration_seconds",
      help: "Time until the response, in seconds, by operation and outcome: ok, invalid, refused, limited or error.",
      labelNames: ["operation", "outcome"],
      buckets: SECONDS_BUCKETS,
      registers,
    }),
    attemptDuration: new Histogram({
      name: "scrip_webhook_attempt_duration_seconds",
      help: "Duration of webhook attempts, in seconds, by outcome: delivered, rejected or unreachable.",
      labelNames: ["outcome"],
      buckets: SECONDS_BUCKETS,
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
const METERS_SYMBOL = Symbol.for("scrip.meters");
const globals = globalThis as { [METERS_SYMBOL]?: ReturnType<typeof createMeters> };

/** Counters and histograms of this process for /api/metrics. Labels never contain ids. */
export function meters() {
  globals[METERS_SYMBOL] ??= createMeters();
  return globals[METERS_SYMBOL];
}

// Far more than exist. A caller can spell a path in many ways, such as with %63 for c.
const MAX_OPERATIONS = 500;
const operations = new Set<string>();

/** Next passes no params to a route without parameters, whatever its types say. */
export type Params = Record<string, string | string[] | undefined> | undefined;

/**
 * A request's method and path without the caller's ids, such as `POST /api/v1/cards/{uuid}/debit`. With "other" as the
 * path if a parameter isn't found in it, and for all new ones after the first 500.
 */
export function operationOf(method: string, pathname: string, params: Params): string {
  const operation = `${method} ${routeOf(pathname, params)}`;
  if (operations.size < MAX_OPERATIONS) operations.add(operation);
  return operations.has(operation) ? operation : `${method} other`;
}

/** `/api/v1/cards/{uuid}/debit` for `/api/v1/cards/0197…/debit`; "other" if a parameter is not found. */
function routeOf(pathname: string, params: Params): string {
  const parts = pathname.split("/");
  // From the end, because a parameter can equal the name of a folder before it.
  for (const [name, value] of Object.entries(params ?? {}).reverse()) {
    if (value === undefined) continue;
    // The rest of the path, in a catch-all route.
    if (Array.isArray(value)) parts.splice(-value.length, value.length, `{${name}}`);
    else {
      const at = parts.findLastIndex((part) => part === value || decoded(part) === value);
      if (at === -1) return "other";
      parts[at] = `{${name}}`;
    }
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
