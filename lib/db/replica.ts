import { setTimeout as sleep } from "node:timers/promises";
import { log, safeError } from "../log";
import { meters } from "../metrics";
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
 * `current`: the replica has all that the primary had committed when it was asked. `other_history`: it was promoted,
 * isn't a standby of this server, or the URL leads to another database on it.
 */
type Standing = "current" | "behind" | "other_history" | "unreachable";
/** `lagSeconds` is the age of the replica's newest transaction if it is behind; null if it can't serve at all. */
type Check = { standing: Standing; lagSeconds: number | null; error?: unknown };

/** Why reads go to the primary, since when, and when to check again. */
type Trouble = { standing: Standing; sinceMs: number; pauseMs: number; checkAtMs: number };
type State = {
  trouble: Trouble | null;
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
    trouble: null,
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
  const standing = await standingFor(target);
  if (standing !== "current") {
    meters().replicaReads.inc({ outcome: standing });
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

/**
 * `isUp` is whether the replica responds and is a standby of this database. `lagSeconds` is how far it is behind: 0 if
 * it can serve reads, null if it isn't up. Null without DATABASE_REPLICA_URL. Throws if the primary doesn't respond.
 */
export async function replicaHealth(): Promise<{
  isUp: boolean;
  lagSeconds: number | null;
} | null> {
  const target = replica();
  if (!target) return null;
  const { standing, lagSeconds } = await nextCheck(target);
  return { isUp: standing === "current" || standing === "behind", lagSeconds };
}

/**
 * A conflict with replay, a broken or refused connection, a role with fewer rights there, or a failing server. A query
 * that takes too long is none of these.
 */
function isReplicaFailure(error: unknown): boolean {
  const code = sqlState(error) ?? "";
  return code !== STATEMENT_TIMEOUT && (isBusy(error) || /^(42501|58|XX)/.test(code));
}

/** While the replica is in trouble, no read waits for it: each pause ends with a check in the background. */
async function standingFor(target: Replica): Promise<Standing | "failed"> {
  const { trouble } = state();
  if (!trouble) return await nextStanding(target);
  const now = performance.now();
  if (now >= trouble.checkAtMs) {
    trouble.checkAtMs = now + trouble.pauseMs;
    nextCheck(target).catch(() => {});
  }
  return trouble.standing;
}

/** `failed` if the primary doesn't respond to the check. The read then goes there and succeeds, or fails by itself. */
const nextStanding = (target: Replica): Promise<Standing | "failed"> =>
  Promise.race([
    nextCheck(target).then(
      ({ standing }) => standing,
      () => "failed" as const,
    ),
    sleep(MAX_CHECK_MS, "failed" as const, { ref: false }),
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
    if (isBusy(error)) throw error;
    return { standing: "unreachable", lagSeconds: null, error };
  }
  try {
    return await compare(target, position);
  } catch (error) {
    return { standing: "unreachable", lagSeconds: null, error };
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

type Progress = { isStandby: boolean | null; isCurrent: boolean | null; lagSeconds: number };

/** Waits briefly for the replica to reach a position. */
async function compare({ checks }: Replica, { lsn, history }: Position): Promise<Check> {
  const untilMs = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const rows = await checks<Progress[]>`
      select pg_is_in_recovery() and ${history}::text = system_identifier || '/' ||
          greatest(timeline_id, min_recovery_end_timeline) || '/' || current_database() as "isStandby",
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as "isCurrent",
        greatest(0, extract(epoch from clock_timestamp()
          - coalesce(pg_last_xact_replay_timestamp(), checkpoint_time)))::float8 as "lagSeconds"
      from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;
    const { isStandby, isCurrent, lagSeconds } = onlyRow(rows);
    if (!isStandby) return { standing: "other_history", lagSeconds: null };
    if (isCurrent) return { standing: "current", lagSeconds: 0 };
    if (performance.now() >= untilMs) return { standing: "behind", lagSeconds };
    await sleep(POLL_EVERY_MS);
  }
}

/** Keeps the result of a check. Logs, at most once a minute, that reads go to the primary, and then that they don't. */
function note({ standing, error }: Check): void {
  const current = state();
  const { trouble } = current;
  const now = performance.now();
  if (standing === "current") {
    current.trouble = null;
    if (!trouble || current.loggedAtMs < trouble.sinceMs) return;
    const seconds = Math.round((now - trouble.sinceMs) / 1_000);
    log().warn({ seconds }, "the replica serves reads again");
    return;
  }
  const grows = trouble !== null && standing !== "behind";
  const pauseMs = grows ? Math.min(2 * trouble.pauseMs, MAX_PAUSE_MS) : MIN_PAUSE_MS;
  const sinceMs = trouble?.sinceMs ?? now;
  current.trouble = { standing, sinceMs, pauseMs, checkAtMs: now + pauseMs };
  if (trouble || now - current.loggedAtMs < LOG_EVERY_MS) return;
  current.loggedAtMs = now;
  const reason = error === undefined ? {} : { error: safeError(error) };
  log().warn({ standing, ...reason }, "the replica can't serve reads, so the database does");
}
