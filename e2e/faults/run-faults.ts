import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type CitusCluster, preparedTransactions } from "@/lib/testing/citus-cluster";
import { changeSchema, makeRelease, thisRelease } from "../support/releases";
import type { Violation } from "./check/check";
import { type History, openHistory } from "./history";
import { inject } from "./inject/inject";
import { startModel } from "./model/model";
import { settle } from "./model/settle";
import { snapshot } from "./model/snapshot";
import { type Fault, isInBackground } from "./schedule";
import type { CitusOptions } from "./system/citus";
import type { System } from "./system/parts";
import { startSystem } from "./system/system";

/** This program, bundled. */
const PROGRAM = fileURLToPath(import.meta.url);
/** Between the start of the clients and the first fault. */
const WARM_UP_MS = 5_000;
/** After the last fault, so that its recovery is seen. */
const COOL_DOWN_MS = 6_000;
const CHECK_EVERY_MS = 20_000;
const SAMPLE_EVERY_MS = 2_000;
/** A little more than the time within which service must be back. */
const BACK_WITHIN_MS = 5_200;
const POLL_EVERY_MS = 50;
/** Without clients, so that handles are what an instance keeps. */
const SAMPLES_AT_REST = 5;
const SAMPLE_AT_REST_EVERY_MS = 200;

export type Options = {
  seed: number;
  /** The Citus cluster that the database is; null for a Postgres with a standby. */
  onCitus: CitusOptions | null;
  faults: Iterable<Fault>;
  /** When the last fault begins. */
  minutes: number;
  historyPath: string;
  /** Of all clients together. */
  requestsPerSecond: number;
  /** Multiplies the bounds of waiting and recovery. */
  patience: number;
  /** Ends the run at the first violation. */
  stopsAtViolation: boolean;
  print: (line: string) => void;
};

/**
 * Starts the whole system, lets all clients work while faults come and go, waits until everything is at rest, and writes
 * what happened to the history. Checks it again and again meanwhile. Throws if the system can't be started.
 */
export async function runFaults(options: Options): Promise<void> {
  const { seed, historyPath, onCitus } = options;
  mkdirSync(dirname(historyPath), { recursive: true });
  const history = openHistory(historyPath);
  const { version } = thisRelease();
  history.write({ kind: "run", seed, startedAt: new Date().toISOString(), version });
  const next = makeRelease("99.0.0", version, changeSchema);
  process.once("exit", next.remove);
  const stops: (() => unknown)[] = [next.remove, history.close];
  try {
    const system = await startSystem({ history, seed, onCitus });
    stops.unshift(system.stop);
    const model = await startModel({ ...system, ...options, history });
    const watch = startWatch(options, history, system);
    try {
      await sleep(WARM_UP_MS);
      const releases = { current: thisRelease(), next };
      await runSchedule(options, { system, releases, history, isOver: watch.isOver });
      await sleep(COOL_DOWN_MS);
    } finally {
      await watch.stop();
      await model.stop();
    }
    if (watch.isOver()) return;
    for (const sql of system.database.buckets())
      await settle({ sql, model, scrip: system.scrip }).catch((error) =>
        history.write({ kind: "trouble", instance: "all", text: String(error) }),
      );
    if (system.cluster) await requireNonePrepared(history, system.cluster);
    await writeRest(history, system);
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Writes the state at rest: samples, the shop's cards, the check of the ledger, and all of its rows. */
async function writeRest(history: History, system: System): Promise<void> {
  const { shop, database, verify, sample } = system;
  for (let n = 0; n < SAMPLES_AT_REST; n++) {
    sample();
    await sleep(SAMPLE_AT_REST_EVERY_MS);
  }
  for (const { cardId, balanceCents, enabled } of shop.cards()) {
    const card = { cardId: cardId ?? "", balanceCents, enabled };
    history.write({ kind: "shopCard", shop: shop.name, ...card });
  }
  history.write({ kind: "verify", ...(await verify()) });
  await snapshot({ sqls: database.buckets(), history, since: new Date(0), atRest: true });
}

/** Writes to the history which transactions are still prepared on the nodes of a cluster, well after the last fault. */
async function requireNonePrepared(history: History, cluster: CitusCluster): Promise<void> {
  const left = await preparedTransactions(cluster);
  const text = `still prepared: ${left.join()}`;
  if (left.length > 0) history.write({ kind: "trouble", instance: "citus", text });
}

/** Follows the probes, one for each instance. */
function followProbes(history: History, instances: number) {
  const asked = new Map<number, { actor: string; atMs: number }>();
  const answered = new Map<string, number>();
  history.onLine((line) => {
    if (line.kind === "ask" && line.actor.startsWith("probe:")) asked.set(line.n, line);
    if (line.kind !== "answer" && line.kind !== "lost") return;
    const ask = asked.get(line.n);
    asked.delete(line.n);
    if (ask && line.kind === "answer" && line.status < 300) answered.set(ask.actor, ask.atMs);
  });
  return {
    /** Resolves when each instance has answered what was asked from now on, or after the time in which it must. */
    untilAllAnswer: async (withinMs: number) => {
      const sinceMs = history.now();
      const isBack = () =>
        [...answered.values()].filter((atMs) => atMs >= sinceMs).length >= instances;
      while (!isBack() && history.now() < sinceMs + withinMs) await sleep(POLL_EVERY_MS);
    },
  };
}

type Parts = Parameters<typeof inject>[1] & { history: History; isOver: () => boolean };

/** Lets one fault after the other happen. Those in the background end while others come and go. */
async function runSchedule(
  { faults, minutes, patience, print }: Options,
  { history, isOver, ...parts }: Parts,
): Promise<void> {
  const probes = followProbes(history, parts.system.instances.length);
  const untilMs = history.now() + minutes * 60_000;
  const background = new Map<string, Promise<void>>();
  let id = 0;
  for (const fault of faults) {
    await sleep(fault.afterMs);
    if (history.now() >= untilMs || isOver()) break;
    if (background.has(fault.name)) continue;
    id += 1;
    const begun = await begin(history, id, fault, parts);
    const seconds = (history.now() / 1_000).toFixed(1);
    print(`${seconds} s  ${fault.name} ${JSON.stringify(begun.detail)}`);
    const ended = begun.end();
    if (isInBackground(fault)) {
      const over = ended.finally(() => background.delete(fault.name));
      background.set(fault.name, over);
      continue;
    }
    await ended;
    await probes.untilAllAnswer(BACK_WITHIN_MS * patience);
  }
  await Promise.all(background.values());
}

/** Makes a fault happen. Returns what it did, and a function that ends it when its time is over. */
async function begin(
  history: History,
  id: number,
  fault: Fault,
  parts: Pick<Parts, "system" | "releases">,
) {
  history.write({ kind: "fault", phase: "begins", id, fault });
  const { detail, end, after } = await inject(fault, parts);
  return {
    detail,
    end: async () => {
      await sleep(fault.lastsMs);
      const ended = Object(await end());
      history.write({ kind: "fault", phase: "ends", id, fault, detail: { ...detail, ...ended } });
      await after?.();
    },
  };
}

/** Checks the history so far in a process of its own, because this one must not pause. */
async function firstViolation({
  historyPath,
  patience,
  print,
}: Options): Promise<Violation | undefined> {
  const args = ["--check", historyPath, "--patience", String(patience), "--json"];
  const options = { maxBuffer: 2 ** 28 };
  // With violations, it ends with an error, too.
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], options).catch(
    (error) => error,
  );
  if (!stdout) print("The history couldn't be checked this time.");
  return stdout ? JSON.parse(stdout).violations[0] : undefined;
}

/** Returns a function that writes to the history that deadlocks happened since its last call: locks have an order. */
function deadlockCounter(history: History, { admin }: System["database"]) {
  let counted = 0;
  return async () => {
    const [row] = await admin()`select deadlocks::int as count from pg_stat_database
      where datname = current_database()`;
    // A database that recovered counts from 0.
    const count = Number(row?.count);
    const text = `${count - counted} deadlocks`;
    if (count > counted) history.write({ kind: "trouble", instance: "postgres", text });
    counted = count;
  };
}

/** Samples the instances, takes snapshots, and checks the history so far, again and again. */
function startWatch(options: Options, history: History, { sample, database }: System) {
  const stopping = new AbortController();
  const countDeadlocks = deadlockCounter(history, database);
  const sampling = setInterval(() => {
    sample();
    void countDeadlocks().catch(() => {});
  }, SAMPLE_EVERY_MS);
  let found: Violation | undefined;
  let since = new Date();
  const look = async () => {
    const now = new Date();
    // A database that is away is read by the next one.
    // The buckets of a cluster can't be read in one statement, which would show only one side of some transfers.
    if (!options.onCitus)
      await snapshot({ sqls: database.buckets(), history, since, atRest: false }).then(
        () => {
          since = now;
        },
        () => {},
      );
    if (found) return;
    found = await firstViolation(options);
    if (found) options.print(`Violation: ${found.check}: ${found.what}`);
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(CHECK_EVERY_MS, null, stopping).catch(() => {});
      if (!stopping.signal.aborted) await look();
    }
  })();
  return {
    isOver: () => options.stopsAtViolation && found !== undefined,
    stop: async () => {
      clearInterval(sampling);
      stopping.abort();
      await watching;
    },
  };
}
