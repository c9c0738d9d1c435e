import { setTimeout as sleep } from "node:timers/promises";
import { patient } from "@/lib/base/config/patience";
import { log, safeError } from "@/lib/base/observe/log";
import { meters } from "@/lib/base/observe/metrics";
import {
  type Db,
  db,
  isBusy,
  isPoolOpen,
  onlyRow,
  pg,
  type Replica,
  replica,
  STATEMENT_TIMEOUT,
  sqlState,
} from "./client";
import { connectionClosedError } from "./connection";

/**
 * `caught_up`: the replica has everything that was committed on the primary before the check. `diverged`: it was
 * promoted, follows another server, or the URL leads to another database on it.
 */
type ReplicaStatus = "caught_up" | "behind" | "diverged" | "unreachable";
/**
 * `lagSeconds` is 0 if the replica has caught up, the age of its last replayed transaction if it is behind, and
 * otherwise null.
 */
type Check = { status: ReplicaStatus; lagSeconds: number | null; error?: unknown };

/** Why reads go to the primary, since when, and when to check again. */
type Fallback = { status: ReplicaStatus; sinceMs: number; pauseMs: number; checkAtMs: number };
type State = {
  fallback: Fallback | null;
  loggedAtMs: number;
  /** The check under way, or the last one. Never rejects. */
  running: Promise<unknown>;
  /** The check that has not asked the primary yet. */
  next: Promise<Check> | null;
};

// On globalThis, because pages, routes and the server can each have a copy of this module.
const STATE_SYMBOL = Symbol.for("scrip.replica");
const globals = globalThis as { [STATE_SYMBOL]?: State };

function state(): State {
  globals[STATE_SYMBOL] ??= {
    fallback: null,
    loggedAtMs: -Infinity,
    running: Promise.resolve(),
    next: null,
  };
  return globals[STATE_SYMBOL];
}

/** How long a read waits for the replica to replay what the primary has committed. */
const MAX_WAIT_MS = 100;
/** How long a read waits for the result of a check. It is longer only if the primary is slow or away. */
const MAX_CHECK_MS = 2_000;
const POLL_EVERY_MS = 5;
const MIN_PAUSE_MS = 1_000;
/** Pauses double until this, except for a replica that is only behind. */
const MAX_PAUSE_MS = 30_000;
const LOG_EVERY_MS = 60_000;

/**
 * Runs reads on the replica, if it has everything that was committed before this call, and on the primary otherwise
 * or if DATABASE_REPLICA_URL isn't set. If the replica fails meanwhile, runs `work` again on the primary, so it must
 * only read. Throws what `work` throws.
 */
export async function readFromReplica<T>(work: (from: Db) => PromiseLike<T>): Promise<T> {
  const target = replica();
  if (!target) return await work(db());
  const status = await statusFor(target);
  if (status !== "caught_up") {
    meters().replicaReads.inc({ outcome: status });
    return await work(db());
  }
  try {
    const result = await work(target.db);
    meters().replicaReads.inc({ outcome: "replica" });
    return result;
  } catch (error) {
    if (!isReplicaFailure(error)) throw error;
    meters().replicaReads.inc({ outcome: "failed" });
    return await work(db());
  }
}

export type ReplicaHealth = { isUp: boolean; lagSeconds: number | null };

/**
 * `isUp` is whether the replica responds and is a standby of this database. `lagSeconds` is how far it is behind: 0 if
 * it can serve reads, null if it isn't up. Null without DATABASE_REPLICA_URL. Throws if the primary doesn't respond.
 */
export async function replicaHealth(): Promise<ReplicaHealth | null> {
  const target = replica();
  if (!target) return null;
  const { status, lagSeconds } = await nextCheck(target);
  return { isUp: status === "caught_up" || status === "behind", lagSeconds };
}

/**
 * A conflict with replay, a broken or refused connection, a role with fewer rights there, or a failing server. A query
 * that takes too long is none of these.
 */
function isReplicaFailure(error: unknown): boolean {
  const code = sqlState(error) ?? "";
  return code !== STATEMENT_TIMEOUT && (isBusy(error) || /^(42501|58|XX)/.test(code));
}

/** During a fallback, no read waits for the replica: each pause ends with a check in the background. */
async function statusFor(target: Replica): Promise<ReplicaStatus | "failed"> {
  const { fallback } = state();
  if (!fallback) return await nextStatus(target);
  const now = performance.now();
  if (now >= fallback.checkAtMs) {
    fallback.checkAtMs = now + fallback.pauseMs;
    nextCheck(target).catch(() => {});
  }
  return fallback.status;
}

/** `failed` if the primary doesn't respond to the check. The read then goes there and succeeds, or fails by itself. */
const nextStatus = (target: Replica): Promise<ReplicaStatus | "failed"> =>
  Promise.race([
    nextCheck(target).then(
      ({ status }) => status,
      () => "failed" as const,
    ),
    sleep(patient(MAX_CHECK_MS), "failed" as const, { ref: false }),
  ]);

/**
 * The result of a check that asks the primary after this call. Calls share it, but never join a check under way,
 * which can miss what was committed since. Throws if the primary doesn't respond.
 */
function nextCheck(target: Replica): Promise<Check> {
  const current = state();
  current.next ??= current.running.then(() => {
    current.next = null;
    const checking = check(target);
    current.running = checking.then(note).catch(() => {});
    return checking;
  });
  return current.next;
}

async function check(target: Replica): Promise<Check> {
  // It can have waited for another check, and must not open the connections again after a shutdown.
  if (!isPoolOpen()) throw connectionClosedError("The pool was closed.");
  let position: Position;
  try {
    position = await primaryPosition();
  } catch (error) {
    // If the primary is up but refuses this query, it can still serve reads.
    if (isBusy(error)) throw error;
    return { status: "unreachable", lagSeconds: null, error };
  }
  try {
    return await compare(target, position);
  } catch (error) {
    return { status: "unreachable", lagSeconds: null, error };
  }
}

/** Where the primary's log ends, and whose it is: the server's identifier, its timeline and the database's name. */
type Position = { lsn: string | null; history: string | null };

/**
 * Every commit that was acknowledged before the call is at or before this position. Without `synchronous_commit`, a
 * commit is acknowledged before it is flushed.
 */
const primaryPosition = async (): Promise<Position> =>
  onlyRow(
    await pg()<Position[]>`
      select lsn::text as lsn, system_identifier || '/' ||
        ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int || '/' || current_database() as history
      from pg_control_system(), lateral (select
        case when pg_is_in_recovery() then null
          when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
          else pg_current_wal_flush_lsn() end as lsn) primary_log`,
  );

type Progress = { isStandby: boolean | null; isCaughtUp: boolean | null; lagSeconds: number };

/** Waits briefly for the replica to reach a position. */
async function compare({ checks }: Replica, { lsn, history }: Position): Promise<Check> {
  const untilMs = performance.now() + patient(MAX_WAIT_MS);
  for (;;) {
    const rows = await checks<Progress[]>`
      select pg_is_in_recovery() and ${history}::text = system_identifier || '/' ||
          greatest(timeline_id, min_recovery_end_timeline) || '/' || current_database() as "isStandby",
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "isCaughtUp",
        greatest(0, extract(epoch from clock_timestamp()
          - coalesce(pg_last_xact_replay_timestamp(), checkpoint_time)))::float8 as "lagSeconds"
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;
    const { isStandby, isCaughtUp, lagSeconds } = onlyRow(rows);
    if (!isStandby) return { status: "diverged", lagSeconds: null };
    if (isCaughtUp) return { status: "caught_up", lagSeconds: 0 };
    if (performance.now() >= untilMs) return { status: "behind", lagSeconds };
    await sleep(POLL_EVERY_MS);
  }
}

/** Keeps the result of a check. Logs, at most once a minute, that reads go to the primary, and then that they don't. */
function note({ status, error }: Check): void {
  const current = state();
  const { fallback } = current;
  const now = performance.now();
  if (status === "caught_up") {
    current.fallback = null;
    if (!fallback || current.loggedAtMs < fallback.sinceMs) return;
    const seconds = Math.round((now - fallback.sinceMs) / 1_000);
    log().warn({ seconds }, "the replica serves reads again");
    return;
  }
  const grows = fallback !== null && status !== "behind";
  const pauseMs = grows ? Math.min(2 * fallback.pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
  const sinceMs = fallback?.sinceMs ?? now;
  current.fallback = { status, sinceMs, pauseMs, checkAtMs: now + pauseMs };
  if (fallback || now - current.loggedAtMs < LOG_EVERY_MS) return;
  current.loggedAtMs = now;
  const reason = error === undefined ? {} : { error: safeError(error) };
  log().warn({ status, ...reason }, "the replica can't serve reads, so the primary does");
}
