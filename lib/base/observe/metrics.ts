import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** How a request ended. */
export type Outcome = "ok" | "invalid" | "refused" | "limited" | "hung_up" | "error";
/** How an attempt to deliver a webhook ended: with a 2xx status, with another one, or without a response. */
export type AttemptOutcome = "delivered" | "rejected" | "unreachable";

const UPPER_BOUNDS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
// How often the delay of the event loop is sampled. Each sample wakes an idle process.
const EVENT_LOOP_STEP_MS = 20;

/** Under the names of prom-client's own, which also run code at each garbage collection. */
function processGauges(registers: Registry[]): void {
  const delay = monitorEventLoopDelay({ resolution: EVENT_LOOP_STEP_MS });
  delay.enable();
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  add(
    "nodejs_eventloop_lag_p99_seconds",
    "99th percentile of the event loop delay since the last scrape, in seconds.",
    () => {
      const waitedMs = delay.percentile(99) / 1e6 - EVENT_LOOP_STEP_MS;
      delay.reset();
      return Math.max(0, waitedMs) / 1_000;
    },
  );
  const memory = (name: string, help: string, of: "heapUsed" | "heapTotal" | "rss") =>
    add(name, `${help} of this process, in bytes.`, () => process.memoryUsage()[of]);
  memory("nodejs_heap_size_used_bytes", "Used JavaScript memory", "heapUsed");
  memory("nodejs_heap_size_total_bytes", "Reserved JavaScript memory", "heapTotal");
  memory("process_resident_memory_bytes", "Resident memory", "rss");
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  add("process_start_time_seconds", "When this process started, in Unix seconds.", () => startedAt);
  new Counter({
    name: "process_cpu_seconds_total",
    help: "CPU time used by this process, in seconds.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
}

function createMeters() {
  const registry = new Registry();
  const registers = [registry];
  processGauges(registers);
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
      help: "Time until the response, in seconds, by operation and outcome: ok, invalid, refused, limited, hung_up or error.",
      labelNames: ["operation", "outcome"],
      buckets: UPPER_BOUNDS_SECONDS,
      registers,
    }),
    attemptDuration: new Histogram({
      name: "scrip_webhook_attempt_duration_seconds",
      help: "Duration of webhook attempts, in seconds, by outcome: delivered, rejected or unreachable.",
      labelNames: ["outcome"],
      buckets: UPPER_BOUNDS_SECONDS,
      registers,
    }),
    movements: new Counter({
      name: "scrip_movements_total",
      help: "Committed transactions by type, without replays.",
      labelNames: ["type"],
      registers,
    }),
    replicaReads: new Counter({
      name: "scrip_replica_reads_total",
      help: "Reads that can use the replica, by outcome: replica, or why the primary served them: behind, unreachable, diverged or failed.",
      labelNames: ["outcome"],
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

// More than exist. A bound, because a path can contain what its route doesn't name.
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
  const segments = pathname.split("/");
  const parts = pathname.includes("%") ? segments.map((part) => decoded(part) ?? part) : segments;
  // From the end, because a parameter can equal the name of a folder before it.
  for (const [name, value] of Object.entries(params ?? {}).reverse()) {
    if (value === undefined) continue;
    // The rest of the path, in a catch-all route.
    if (Array.isArray(value)) parts.splice(-value.length, value.length, `{${name}}`);
    else {
      const plain = value.includes("%") ? decoded(value) : value;
      const at = parts.findLastIndex((part) => part === value || part === plain);
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
