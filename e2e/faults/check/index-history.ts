import {
  type Answer,
  type Ask,
  type Delivered,
  isSuccess,
  type Line,
  type Sample,
  type Timed,
  type Written,
} from "../history";
import type { Fault } from "../schedule";
import { Ledger } from "./ledger";
import type { EventRow } from "./rows";
import { slimBody, type Views, viewsOf } from "./views";

/** One attempt of an operation. `endedMs` is null while it waits for its answer. */
export type Attempt = {
  ask: Timed<Ask>;
  endedMs: number | null;
  /** Null if it was lost, or has none yet. Of the body, only what checks read is kept. */
  answer: Pick<Answer, "status" | "body"> | null;
  /** What the answer shows of cards and movements. */
  views: Views;
};

/** All attempts of an operation, in order. */
export type Operation = { n: number; ask: Timed<Ask>; attempts: Attempt[] };

/** A fault from its beginning to its end, which is Infinity while it is there. */
export type FaultSpan = {
  id: number;
  fault: Fault;
  beginsMs: number;
  endsMs: number;
  detail: Record<string, unknown>;
};

/** A history, in the order that checks need it in. */
export type Index = {
  /** `atMs` is 0 at this epoch time in ms. */
  startedMs: number;
  stores: { merchantId: string; about: Record<string, unknown> }[];
  operations: Map<number, Operation>;
  faults: FaultSpan[];
  delivered: Timed<Delivered>[];
  samples: Timed<Sample>[];
  shopCards: Extract<Line, { kind: "shopCard" }>[];
  verified: Timed<Extract<Line, { kind: "verify" }>> | null;
  troubles: Timed<Extract<Line, { kind: "trouble" }>>[];
  /** The rows of all snapshots, as they are in the last one. */
  ledger: Ledger;
  /** The time of the last line. */
  lastMs: number;
  /** Lines that belong to nothing. */
  strays: { what: string; atMs: number }[];
};

const emptyIndex = (): Index => ({
  startedMs: 0,
  stores: [],
  operations: new Map(),
  faults: [],
  delivered: [],
  samples: [],
  shopCards: [],
  verified: null,
  troubles: [],
  ledger: new Ledger(),
  lastMs: 0,
  strays: [],
});

/** Reads a history once. */
export async function indexHistory(lines: AsyncIterable<Written>): Promise<Index> {
  const index = emptyIndex();
  for await (const line of lines) {
    index.lastMs = Math.max(index.lastMs, line.atMs);
    add(index, line);
  }
  return index;
}

function add(index: Index, line: Written): void {
  const { kind } = line;
  if (kind === "ask") addAsk(index, line);
  else if (kind === "answer" || kind === "lost") endAttempt(index, line);
  else if (kind === "row") index.ledger.add(line);
  else if (kind === "snapshot" && line.phase === "begins") index.ledger.begin(line);
  else if (kind === "snapshot") index.ledger.end(line);
  else if (kind === "fault") addFault(index, line);
  else if (kind === "run") index.startedMs = Date.parse(line.startedAt) - line.atMs;
  else if (kind === "store") index.stores.push(line);
  else if (kind === "delivered") index.delivered.push(line);
  else if (kind === "sample") index.samples.push(line);
  else if (kind === "shopCard") index.shopCards.push(line);
  else if (kind === "verify") index.verified = line;
  else if (kind === "trouble") index.troubles.push(line);
  else index.strays.push({ what: `a line of an unknown kind: ${JSON.stringify(line)}`, atMs: 0 });
}

const NO_VIEWS: Views = { cards: [], movements: [] };

function addAsk({ operations }: Index, ask: Timed<Ask>): void {
  const operation = operations.get(ask.n) ?? { n: ask.n, ask, attempts: [] };
  operation.attempts.push({ ask, endedMs: null, answer: null, views: NO_VIEWS });
  operations.set(ask.n, operation);
}

type Ending = Extract<Written, { kind: "answer" | "lost" }>;

function endAttempt({ operations, strays }: Index, ending: Ending): void {
  const attempt = operations
    .get(ending.n)
    ?.attempts.findLast(({ ask, endedMs }) => ask.attempt === ending.attempt && endedMs === null);
  if (!attempt) {
    strays.push({ what: `operation ${ending.n} ended, but wasn't asked for`, atMs: ending.atMs });
    return;
  }
  attempt.endedMs = ending.atMs;
  if (ending.kind !== "answer") return;
  attempt.views = viewsOf(attempt.ask, ending);
  attempt.answer = { status: ending.status, body: slimBody(ending.body) };
}

type FaultWritten = Extract<Written, { kind: "fault" }>;

function addFault({ faults, strays }: Index, { id, phase, fault, detail, atMs }: FaultWritten) {
  const span = faults.find((one) => one.id === id);
  if (phase === "begins") {
    faults.push({ id, fault, beginsMs: atMs, endsMs: Infinity, detail: {} });
  } else if (span) {
    span.endsMs = atMs;
  } else {
    strays.push({ what: `fault ${id} ended, but never began`, atMs });
  }
  const current = faults.find((one) => one.id === id);
  if (current && detail) Object.assign(current.detail, detail);
}

export const isDone = (answer: Attempt["answer"]): boolean =>
  answer !== null && isSuccess(answer.status);

/** The first attempt that was answered with success. */
export const doneAttempt = ({ attempts }: Operation): Attempt | undefined =>
  attempts.find(({ answer }) => isDone(answer));

/** When the client knew that the operation was done; Infinity if it never did. */
export const doneMs = (operation: Operation): number => doneAttempt(operation)?.endedMs ?? Infinity;

/** When an event's transaction began, by the clock of the database. That of an instance may be wrong by an hour. */
export const writtenMs = ({ startedMs }: Index, { created_at }: EventRow): number =>
  Date.parse(created_at) - startedMs;
