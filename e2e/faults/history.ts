import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Fault } from "./schedule";

/** What a client asks of the service. Its attempts share its number `n` and its idempotency key. */
export type Ask = {
  kind: "ask";
  /** The number of the operation, from 1; also its referenceId `op-<n>` if the operation takes one. */
  n: number;
  /** From 1. */
  attempt: number;
  /** Who asks: `till:3`, `consumer:1`, `person:2`, `probe:one`. An actor has one operation at a time. */
  actor: string;
  /** The instance that is asked. */
  instance: string;
  /** What is asked, such as `debit`, `wallet transfer` or `read card`. */
  verb: string;
  method: string;
  path: string;
  body: unknown;
  key: string | null;
  /** The card that a read or a movement is about, if it is known before the answer. */
  card: string | null;
};

/** A complete response. `body` is the parsed JSON, null if there is none. */
export type Answer = { kind: "answer"; n: number; attempt: number; status: number; body: unknown };

/** How long a client waits for a response before it hangs up. */
export const CLIENT_WAITS_MS = 10_000;

/** Whether a status says that what was asked for was done. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** An attempt without a complete response: the client can't know whether the operation was carried out. */
export type Lost = { kind: "lost"; n: number; attempt: number; reason: string };

/** A fault, from its beginning to its end. `detail` is what was done, such as the bytes before a cut. */
export type FaultLine = {
  kind: "fault";
  phase: "begins" | "ends";
  id: number;
  fault: Fault;
  detail?: unknown;
};

/** A webhook request that a receiver got, and its answer: a status, or `null` if it gave none. */
export type Delivered = {
  kind: "delivered";
  receiver: string;
  webhookId: string;
  eventId: string;
  body: unknown;
  isSigned: boolean;
  answered: number | null;
};

/** Memory and open files of an instance. */
export type Sample = {
  kind: "sample";
  instance: string;
  pid: number;
  rssBytes: number;
  handles: number;
};

/** A row of the ledger's tables, read in a snapshot: `to_jsonb`, with the columns' names. */
export type Row = { kind: "row"; table: string; row: Record<string, unknown> };

/**
 * The rows between `begins` and `ends` were read in one statement. The last snapshot is `atRest`: every client has
 * its answer, all faults have ended, and queued work is done.
 */
export type Snapshot = { kind: "snapshot"; phase: "begins" | "ends"; atRest: boolean };

export type Line =
  | { kind: "run"; seed: number; startedAt: string; version: string }
  /** A store of the run with what a checker needs to know of it, such as limits of its keys. */
  | { kind: "store"; merchantId: string; about: Record<string, unknown> }
  | Ask
  | Answer
  | Lost
  | FaultLine
  | Delivered
  | Sample
  | Row
  | Snapshot
  /** A gift card as the shop holds it, at rest. */
  | { kind: "shopCard"; shop: string; cardId: string; balanceCents: number; enabled: boolean }
  | { kind: "verify"; ok: boolean; problems: unknown[] }
  /** A line of an instance's log at level error or above, or a process that ended by itself. */
  | { kind: "trouble"; instance: string; text: string };

/** With its time in ms since the run began, by the clock of the one process that writes. */
export type Timed<T> = T & { atMs: number };

export type Written = Timed<Line>;

/** Opens a file for a history of JSON lines. `now` is the clock of `atMs`. */
export function openHistory(path: string) {
  // Written synchronously, so that a reader finds whole lines.
  const file = openSync(path, "w");
  const startedMs = performance.now();
  const listeners: ((line: Written) => void)[] = [];
  const now = () => Math.round((performance.now() - startedMs) * 10) / 10;
  return {
    now,
    write: (line: Line) => {
      const written = { ...line, atMs: now() };
      writeSync(file, `${JSON.stringify(written)}\n`);
      for (const listen of listeners) listen(written);
    },
    /** Calls `listen` with every line from now on. */
    onLine: (listen: (line: Written) => void) => void listeners.push(listen),
    close: () => closeSync(file),
  };
}

export type History = ReturnType<typeof openHistory>;

/** Reads the lines of a history file in order. A last line that is still being written is left out. Throws for others. */
export async function* readHistory(path: string): AsyncGenerator<Written> {
  let failed: unknown = null;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    if (failed) throw failed;
    if (!text) continue;
    let line: Written;
    try {
      line = JSON.parse(text);
    } catch (error) {
      failed = error;
      continue;
    }
    yield line;
  }
}
