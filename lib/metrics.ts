/** What this process counts from its start on, shown at /api/metrics: each with what it means. */
export const COUNTERS = {
  scrip_requests_total: "Requests answered by an operation, by route and status.",
  scrip_request_seconds_total: "Time spent on answering them.",
  scrip_movements_total:
    "Movements of a single card's money that requests committed; a replay is none.",
} as const;

export type CounterName = keyof typeof COUNTERS;

type Series = Map<string, number>;

// Routes × methods × statuses are some hundreds; a bug that made a label of an id must not grow on.
const MAX_SERIES = 5_000;

// On globalThis, since pages, routes and the server may each hold a copy of this module.
const COUNTED = Symbol.for("scrip.counted");
const store = globalThis as { [COUNTED]?: Partial<Record<CounterName, Series>> };

/** Labels as Prometheus writes them, such as `{status="200"}`; nothing for none. */
export function labelled(labels: Record<string, string | number>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${String(value).replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`,
  );
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

/** Adds to a counter of this process. Labels are words of ours, never what a caller sent. */
export function count(name: CounterName, labels: Record<string, string | number>, by = 1): void {
  store[COUNTED] ??= {};
  const counted = store[COUNTED];
  counted[name] ??= new Map();
  const series = counted[name];
  const key = labelled(labels);
  const known = series.get(key);
  if (known === undefined && series.size >= MAX_SERIES) return;
  series.set(key, (known ?? 0) + by);
}

/** A counter's values by their labels. */
export const countedOf = (name: CounterName): [labels: string, value: number][] => [
  ...(store[COUNTED]?.[name] ?? []),
];
