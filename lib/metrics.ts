import { Counter, Registry } from "prom-client";

function createCounters() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "scrip_requests_total",
      help: "Requests by route and status.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    requestSeconds: new Counter({
      name: "scrip_request_seconds_total",
      help: "Time spent on requests by route.",
      labelNames: ["method", "route"],
      registers,
    }),
    movements: new Counter({
      name: "scrip_movements_total",
      help: "Committed movements of money on a card, without replays.",
      labelNames: ["type"],
      registers,
    }),
  };
}

// On globalThis, because pages, routes and the server can each have a copy of this module.
const COUNTERS = Symbol.for("scrip.counters");
const store = globalThis as { [COUNTERS]?: ReturnType<typeof createCounters> };

/** Counters of this process for /api/metrics. Labels never contain ids. */
export function counters() {
  store[COUNTERS] ??= createCounters();
  return store[COUNTERS];
}
