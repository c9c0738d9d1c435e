import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { env } from "../env";
import { createPool, type Pool } from "./pool";

export type Db = PostgresJsDatabase;
/** A transaction of `db()`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

type Pools = { main: Pool; db: Db; ledger: Pool };

// On globalThis, because pages, routes and the server can each have a copy of this module.
const POOLS = Symbol.for("scrip.pool");
const store = globalThis as { [POOLS]?: Pools };

/**
 * Connections reserved for movements of money. Few, because the query plans of one connection fill a CPU
 * cache: if debits rotate over ten connections, each costs 50% more.
 */
const LEDGER_CONNECTIONS = 4;

function open(): Pools {
  const { databaseUrl: url, databasePrepare: prepare, databasePoolMax } = env();
  const forLedger = Math.min(LEDGER_CONNECTIONS, Math.floor(databasePoolMax / 2));
  const main = createPool({ url, prepare, connections: databasePoolMax - forLedger });
  const ledger = forLedger > 0 ? createPool({ url, prepare, connections: forLedger }) : main;
  // Drizzle replaces the serializers of both pools: dates and JSON are then passed as text.
  const [db] = [main, ledger].map((pool) => drizzle(pool as unknown as Sql));
  return { main, db: db as Db, ledger };
}

function pools(): Pools {
  store[POOLS] ??= open();
  return store[POOLS];
}

/** Drizzle on this process's connections, opened at first use. */
export const db = (): Db => pools().db;

/** SQL on the same connections, without the cost of Drizzle. Dates and JSON are passed as text. */
export const pg = (): Pool => pools().main;

/** SQL on the connections reserved for movements of money, which can wait for locks on cards. */
export const ledger = (): Pool => pools().ledger;

/** Whether the pool is open, for work that must not reopen it during shutdown. */
export const isPoolOpen = (): boolean => store[POOLS] !== undefined;

/** The row of a statement that always returns one. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error("a statement returned no row");
  return row;
}

const CLOSE_TIMEOUT_MS = 5_000;

/** Closes the connections when running queries are done. */
export async function closePool(): Promise<void> {
  const open = store[POOLS];
  delete store[POOLS];
  const all = open ? new Set([open.main, open.ledger]) : [];
  await Promise.all([...all].map((pool) => pool.end(CLOSE_TIMEOUT_MS)));
}
