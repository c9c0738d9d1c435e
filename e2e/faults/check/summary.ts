import { isInBackground } from "../schedule";
import { groupBy } from "./collections";
import type { Context } from "./context";
import { faultsBetween } from "./fault-effects";
import {
  type Attempt,
  type FaultSpan,
  type Index,
  isDone,
  type Operation,
  writtenMs,
} from "./index-history";
import type { Links } from "./links";
import { MAX_RECOVERY_MS, probesOf } from "./service";

/** What the clients noticed of a kind of fault. */
export type FaultSummary = {
  name: string;
  count: number;
  /** Attempts that were under way while it was there, and those of them without an answer or with a 5xx. */
  attempts: number;
  failed: number;
  /** Operations that were asked for again. */
  retried: number;
  /** Those of them whose first attempt was carried out, although its client didn't learn of it. */
  unanswered: number;
  /** Of each time, in ms: from its beginning until any instance answered again, and until all did. */
  untilAnyMs: number[];
  untilAllMs: number[];
  /** From its end until all instances answered again. */
  afterEndMs: number[];
};

export type VerbSummary = {
  verb: string;
  asked: number;
  done: number;
  refused: number;
  /** Without an answer at the end. */
  unknown: number;
  retried: number;
};

export type Summary = {
  /** Whether the run came to its end, with the ledger at rest. */
  isComplete: boolean;
  seconds: number;
  faults: FaultSummary[];
  verbs: VerbSummary[];
  counts: Record<"operations" | "attempts" | "transactions" | "events" | "delivered", number>;
};

/** Counts what was asked and what faults did. */
export function summarize({ index, links }: Pick<Context, "index" | "links">): Summary {
  const { operations, ledger, delivered, lastMs } = index;
  const attempts = [...operations.values()].flatMap((operation) => operation.attempts);
  const unanswered = madeUnanswered(index, links);
  const byFault = groupBy(index.faults, ({ fault }) => fault.name);
  return {
    isComplete: ledger.isAtRest,
    seconds: Math.round(lastMs / 1_000),
    faults: [...byFault].map(([name, spans]) => faultSummary(index, name, spans, unanswered)),
    verbs: verbSummaries(index),
    counts: {
      operations: operations.size,
      attempts: attempts.length,
      transactions: ledger.tables.transactions.size,
      events: ledger.tables.events.size,
      delivered: delivered.length,
    },
  };
}

const hasFailed = ({ endedMs, answer }: Attempt): boolean =>
  endedMs !== null && (answer === null || answer.status >= 500);

/** Operations whose first attempt failed for its client, and made a transaction that began before the second one. */
function madeUnanswered(index: Index, links: Links): Set<Operation> {
  const found = new Set<Operation>();
  for (const event of index.ledger.tables.events.values()) {
    for (const n of links.ofTransaction.get(event.transaction_id ?? "") ?? []) {
      const operation = index.operations.get(n);
      const [first, second] = operation?.attempts ?? [];
      if (!operation || !first || !second || !hasFailed(first)) continue;
      if (writtenMs(index, event) < second.ask.atMs) found.add(operation);
    }
  }
  return found;
}

function faultSummary(
  index: Index,
  name: string,
  spans: FaultSpan[],
  unanswered: Set<Operation>,
): FaultSummary {
  const others = othersThan(index, spans);
  const counts = (attempt: Attempt) => isDuring(spans, attempt) && !isDuring(others, attempt);
  const during = [...index.operations.values()].filter(({ attempts }) => attempts.some(counts));
  const attempts = during.flatMap((one) => one.attempts.filter(counts));
  const outages = spans.flatMap((span) => outageOf(index, span));
  return {
    name,
    count: spans.length,
    attempts: attempts.length,
    failed: attempts.filter(hasFailed).length,
    retried: during.filter((operation) => operation.attempts.length > 1).length,
    unanswered: during.filter((operation) => {
      const [first] = operation.attempts;
      return first && counts(first) && unanswered.has(operation);
    }).length,
    untilAnyMs: outages.map(({ anyMs, beginsMs }) => anyMs - beginsMs),
    untilAllMs: outages.map(({ allMs, beginsMs }) => allMs - beginsMs),
    afterEndMs: outages.map(({ allMs, endsMs }) => Math.max(0, allMs - endsMs)),
  };
}

/** Faults that came and went while one in the background was there, with the time after them: they hide its effect. */
function othersThan({ faults }: Index, spans: FaultSpan[]): FaultSpan[] {
  if (!spans.some(({ fault }) => isInBackground(fault))) return [];
  return faults
    .filter((one) => !isInBackground(one.fault))
    .map((one) => ({ ...one, endsMs: one.endsMs + MAX_RECOVERY_MS }));
}

const isDuring = (spans: FaultSpan[], { ask, endedMs }: Attempt): boolean =>
  faultsBetween({ faults: spans }, ask.atMs, endedMs ?? ask.atMs).length > 0;

/** When instances answered again after a fault; its beginning for those that always did. */
function outageOf(index: Index, { beginsMs, endsMs, fault }: FaultSpan) {
  if (endsMs === Infinity) return [];
  const afterMs = isInBackground(fault) ? beginsMs : endsMs;
  const nextMs = Math.min(
    index.lastMs,
    ...index.faults.filter((one) => one.beginsMs > afterMs).map((one) => one.beginsMs),
  );
  const backMs = [...probesOf(index).values()].map((attempts) => {
    const ofFault = attempts.filter(({ endedMs }) => {
      return endedMs !== null && endedMs >= beginsMs && endedMs < nextMs;
    });
    const last = ofFault.findLast((attempt) => hasFailed(attempt));
    if (!last) return beginsMs;
    const back = attempts.find(({ ask, answer }) => ask.atMs > last.ask.atMs && isDone(answer));
    return back?.endedMs ?? index.lastMs;
  });
  if (backMs.length === 0) return [];
  return [{ beginsMs, endsMs, anyMs: Math.min(...backMs), allMs: Math.max(...backMs) }];
}

function verbSummaries({ operations }: Index): VerbSummary[] {
  const byVerb = groupBy(operations.values(), ({ ask }) => ask.verb);
  return [...byVerb].map(([verb, ofVerb]) => {
    const last = ofVerb.map(({ attempts }) => attempts.at(-1)?.answer ?? null);
    // A sign-in redirects.
    const done = last.filter((one) => one && one.status < 400).length;
    const refused = last.filter((one) => one && one.status >= 400 && one.status < 500).length;
    return {
      verb,
      asked: ofVerb.length,
      done,
      refused,
      unknown: ofVerb.length - done - refused,
      retried: ofVerb.filter(({ attempts }) => attempts.length > 1).length,
    };
  });
}

/** What several runs say together. Faults and verbs are in the order of their names. */
export function mergeSummaries(summaries: Summary[]): Summary {
  const merged: Summary = {
    isComplete: summaries.every((one) => one.isComplete),
    seconds: 0,
    faults: [],
    verbs: [],
    counts: { operations: 0, attempts: 0, transactions: 0, events: 0, delivered: 0 },
  };
  for (const { seconds, counts } of summaries) {
    merged.seconds += seconds;
    merged.counts = added(merged.counts, counts);
  }
  const faults = groupBy(
    summaries.flatMap((one) => one.faults),
    ({ name }) => name,
  );
  const verbs = groupBy(
    summaries.flatMap((one) => one.verbs),
    ({ verb }) => verb,
  );
  merged.faults = inOrder(faults).map((same) => same.reduce(added));
  merged.verbs = inOrder(verbs).map((same) => same.reduce(added));
  return merged;
}

const inOrder = <Item>(groups: Map<string, Item[]>): Item[][] =>
  [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, items]) => items);

/** Adds up numbers and joins lists; texts are those of the first. */
function added<Counts extends object>(first: Counts, second: Counts): Counts {
  const others = new Map<string, unknown>(Object.entries(second));
  const entries = Object.entries(first).map(([name, value]) => {
    const other = others.get(name);
    if (Array.isArray(value) && Array.isArray(other)) return [name, [...value, ...other]];
    if (typeof value === "number" && typeof other === "number") return [name, value + other];
    return [name, value];
  });
  return Object.fromEntries(entries);
}
