import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { env } from "@/lib/base/config/env";
import { patient } from "@/lib/base/config/patience";
import { type BucketNode, keepBucketNode, urlOfNode } from "./bucket-node";
import { FIRST_BUCKET, isUrlOfBuckets, ofCurrentBucket, urlOfBucket } from "./buckets";
import type { NodeFunction } from "./citus";
import { isConnectionCode, isNodeLost } from "./outage";
import { createPool, type Pool, type PoolOptions, type PoolUse } from "./pool";
import type { Queries } from "./query";
import { extendAnswerTimeout } from "./transaction";

export type Db = PostgresJsDatabase;
/** A transaction of `db()`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/**
 * Connections to the replica: `checks` to see whether it has caught up, `reads` for everything else (`db` is Drizzle on
 * them).
 */
export type Replica = { checks: Pool; reads: Pool; db: Db };
type Pools = {
  main: Pool;
  db: Db;
  ledger: Pool;
  replica: Replica | null;
  node: BucketNode | null;
};

// On globalThis, because pages, routes and the server can each have a copy of this module.
const POOLS_SYMBOL = Symbol.for("scrip.pool");
const globals = globalThis as { [POOLS_SYMBOL]?: Map<string, Pools> };

/**
 * Connections reserved for movements of money. Few, because the query plans of one connection fill a CPU
 * cache: if debits rotate over ten connections, each costs 50% more.
 */
const LEDGER_CONNECTIONS = 4;

function openPools(bucket: string): Pools {
  const pools = openMainAndLedger(targetOf(env().databaseUrl, bucket));
  return { ...pools, replica: openReplica(bucket), node: openNode(bucket, pools.ledger) };
}

function openMainAndLedger(target: Omit<PoolOptions, "connections" | "prepare">) {
  const { databasePrepare: prepare, databasePoolMax } = env();
  const forLedger = Math.min(LEDGER_CONNECTIONS, Math.floor(databasePoolMax / 2));
  const main = createPool({ ...target, prepare, connections: databasePoolMax - forLedger });
  const ledger = forLedger > 0 ? createPool({ ...target, prepare, connections: forLedger }) : main;
  // Drizzle replaces the serializers of both pools: dates and JSON are then passed as text.
  const [db] = [main, ledger].map((pool) => drizzle(pool as unknown as Sql));
  return { main, db: db as Db, ledger };
}

function openNode(bucket: string, coordinator: Pool): BucketNode | null {
  const { databaseNodeUrl: url } = env();
  if (url === null) return null;
  return keepBucketNode(bucket, coordinator, (address, onBroken) => {
    const target = targetOf(urlOfNode(url, address), bucket);
    // Its connections to the first bucket are checked too: the node may lack the role's search path.
    return openMainAndLedger({ ...target, bucket, server: "node", onBroken });
  });
}

/** Where connections to a bucket go. The search path of the first one is the role's or the database's. */
const targetOf = (url: string, bucket: string) => ({
  url: urlOfBucket(url, bucket),
  ...((bucket !== FIRST_BUCKET || isUrlOfBuckets(url)) && {
    bucket,
    setsSearchPath: !isUrlOfBuckets(url),
  }),
});

/** A check of the replica waits at most this long for each response. */
const REPLICA_CHECK_TIMEOUT_MS = 500;

function openReplica(bucket: string): Replica | null {
  const { databaseReplicaUrl: url, databasePrepare: prepare, databasePoolMax: connections } = env();
  if (url === null) return null;
  const target = { ...targetOf(url, bucket), prepare, server: "replica" } as const;
  const answerTimeoutMs = patient(REPLICA_CHECK_TIMEOUT_MS);
  const checks = createPool({ ...target, connections: 1, answerTimeoutMs });
  const reads = createPool({ ...target, connections });
  return { checks, reads, db: drizzle(reads as unknown as Sql) };
}

function pools(): Pools {
  globals[POOLS_SYMBOL] ??= new Map();
  return ofCurrentBucket(globals[POOLS_SYMBOL], openPools);
}

/** Drizzle on this process's connections to the current bucket, opened at first use. */
export const db = (): Db => pools().db;

/** SQL on the same connections, without the cost of Drizzle. Dates and JSON are passed as text. */
export const pg = (): Pool => pools().main;

/** SQL on the connections reserved for movements of money, for what a request reads before it moves money. */
export const reservedPool = (): Queries => pools().ledger;

/**
 * SQL for a single call of this function: with DATABASE_NODE_URL, on the node of the current bucket, which doesn't have
 * the tables of people, sessions and API keys. Movements can wait for locks on cards, so they have reserved connections.
 */
export function callPool(name: NodeFunction): Queries {
  const coordinator = pools();
  const { main, ledger } = coordinator.node?.pools() ?? coordinator;
  return name === "move_together" ? ledger : main;
}

/**
 * With DATABASE_NODE_URL, throws if it doesn't lead to the tables of the current bucket. Doesn't throw if the node can't
 * be reached.
 */
export async function requireNode(): Promise<void> {
  await pools()
    .node?.find()
    .catch((error) => {
      if (!isConnectionCode(sqlState(error) ?? "")) throw error;
    });
}

/** This process's connections to DATABASE_REPLICA_URL; null if it isn't set. */
export const replica = (): Replica | null => pools().replica;

/**
 * How busy this process's connections to all buckets are, by pool: `main`, `ledger` if it has its own, `node` for direct
 * calls on Citus, and `replica`.
 */
export function poolUse(): [name: string, use: PoolUse][] {
  const { main, ledger, replica, node } = pools();
  const all: [name: string, of: (from: Pools) => Pool[]][] = [["main", (from) => [from.main]]];
  if (ledger !== main) all.push(["ledger", (from) => [from.ledger]]);
  if (node) all.push(["node", (from) => from.node?.all() ?? []]);
  if (replica) all.push(["replica", (from) => (from.replica ? [from.replica.reads] : [])]);
  return all.map(([name, poolsIn]) => [name, sumOf(poolsIn)]);
}

function sumOf(poolsIn: (from: Pools) => Pool[]): PoolUse {
  const sum = { max: 0, inUse: 0, waiting: 0 };
  for (const pool of [...(globals[POOLS_SYMBOL]?.values() ?? [])].flatMap(poolsIn)) {
    const use = pool.use();
    sum.max += use.max;
    sum.inUse += use.inUse;
    sum.waiting += use.waiting;
  }
  return sum;
}

/** Whether the pool is open, for work that must not reopen it during shutdown. */
export const isPoolOpen = (): boolean => globals[POOLS_SYMBOL] !== undefined;

/** The row of a statement that always returns one. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error("a statement returned no row");
  return row;
}

const CLOSE_TIMEOUT_MS = 5_000;

/** Closes the connections when running queries are done. */
export async function closePool(): Promise<void> {
  const open = globals[POOLS_SYMBOL];
  delete globals[POOLS_SYMBOL];
  if (!open) return;
  const all = new Set(
    [...open.values()].flatMap(({ main, ledger, replica, node }) => [
      main,
      ledger,
      ...(replica ? [replica.checks, replica.reads] : []),
      ...(node ? [node] : []),
    ]),
  );
  await Promise.all([...all].map((pool) => pool.end(CLOSE_TIMEOUT_MS)));
}

/** How much longer Postgres may take to answer that a statement took too long. */
const ANSWER_SLACK_MS = 1_000;

/** Lets each further statement of this transaction run for up to `seconds`. */
export async function extendStatementTimeout(tx: Tx, seconds: number): Promise<void> {
  extendAnswerTimeout(seconds * 1_000 + ANSWER_SLACK_MS);
  await tx.execute(sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`);
}

const SERIALIZATION_FAILURE = "40001";
export const DEADLOCK = "40P01";
/** A lock was not acquired within `lock_timeout`. */
export const LOCK_TIMEOUT = "55P03";
export const STATEMENT_TIMEOUT = "57014";
export const UNIQUE_VIOLATION = "23505";
/** What Citus also returns for failures between its nodes. */
export const INTERNAL_ERROR = "XX000";
/** The server became a standby, or read-only for another reason: writes go to another one soon. */
const READ_ONLY = "25006";
const BUSY_CODES = [SERIALIZATION_FAILURE, DEADLOCK, LOCK_TIMEOUT, STATEMENT_TIMEOUT, READ_ONLY];
/** Postgres routines that report a stale prepared statement; the next use prepares it again. */
const STALE_STATEMENT_ROUTINES = ["RevalidateCachedQuery", "FetchPreparedStatement"];

const ATTEMPTS = 6;
const MAX_PAUSE_MS = 40;

/** The Postgres or driver code of an error or of one of its causes. */
export const sqlState = (error: unknown): string | undefined => fieldOf(error, "code");

function fieldOf(error: unknown, name: "code" | "routine"): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const value = (cause as Error & Record<typeof name, unknown>)[name];
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** Whether the database was temporarily unable to run a valid query, so that a retry can succeed. */
export function isBusy(error: unknown): boolean {
  const code = sqlState(error);
  if (!code) return false;
  if (STALE_STATEMENT_ROUTINES.includes(fieldOf(error, "routine") ?? "")) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isNodeLost(cause)) return true;
  if (lostRace(error)) return true;
  return BUSY_CODES.includes(code) || isConnectionCode(code);
}

/** The numbers of a card's transactions. A row lock that was taken while Citus moved the card's bucket may not hold. */
const CARD_SEQUENCE = "transactions_card_sequence";

function lostRace(error: unknown): boolean {
  const code = sqlState(error) ?? "";
  if ([SERIALIZATION_FAILURE, DEADLOCK].includes(code)) return true;
  // Citus passes errors of its nodes on without the field for the constraint, and some without their code.
  if (![UNIQUE_VIOLATION, INTERNAL_ERROR].includes(code)) return false;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message.includes(`unique constraint "${CARD_SEQUENCE}`)) return true;
  return false;
}

/** Retries a transaction, up to six attempts, after a serialization failure, a deadlock or a lost lock. */
export async function withRetries<T>(commit: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit();
    } catch (error) {
      if (!lostRace(error) || attempt === ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}
