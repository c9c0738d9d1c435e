import { Counter, Registry } from "prom-client";

function createCounters() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "scrip_requests_total",
      help: "Requests answered by an operation, by route and status.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    requestSeconds: new Counter({
      name: "scrip_request_seconds_total",
      help: "Time spent on answering them.",
      labelNames: ["method", "route"],
      registers,
    }),
    movements: new Counter({
      name: "scrip_movements_total",
      help: "Movements of a single card's money that requests committed; a replay is none.",
      labelNames: ["type"],
      registers,
    }),
  };
}

// On globalThis, since pages, routes and the server may each hold a copy of this module.
const COUNTERS = Symbol.for("scrip.counters");
const store = globalThis as { [COUNTERS]?: ReturnType<typeof createCounters> };

/** What this process counts from its start on, shown at /api/metrics. No label holds an id. */
export function counters() {
  store[COUNTERS] ??= createCounters();
  return store[COUNTERS];
}
