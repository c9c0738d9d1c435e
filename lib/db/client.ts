import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { env } from "../env";
import { createPool, type Pool } from "./pool";

export type Db = PostgresJsDatabase;
/** A transaction of `db()`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

type Pools = { main: Pool; db: Db; ledger: Pool };

// On globalThis, since pages, routes and the server may each hold a copy of this module.
const POOLS = Symbol.for("scrip.pool");
const store = globalThis as { [POOLS]?: Pools };

/**
 * Connections that movements of money run on. Few, always the same: what a connection keeps of its plans
 * fills a core's cache, and ten that take turns push each other out of it, which makes a debit cost
 * half as much again.
 */
const LEDGER_CONNECTIONS = 4;

function open(): Pools {
  const { databaseUrl: url, databasePrepare: prepare, databasePoolMax } = env();
  const forLedger = Math.min(LEDGER_CONNECTIONS, Math.floor(databasePoolMax / 2));
  const main = createPool({ url, prepare, connections: databasePoolMax - forLedger });
  const ledger = forLedger > 0 ? createPool({ url, prepare, connections: forLedger }) : main;
  // The query builder sets how values are written: from then on instants and JSON go in as text.
  const [db] = [main, ledger].map((pool) => drizzle(pool as unknown as Sql));
  return { main, db: db as Db, ledger };
}

function pools(): Pools {
  store[POOLS] ??= open();
  return store[POOLS];
}

/** The query builder over the process's connections, opened at first use. */
export const db = (): Db => pools().db;

/**
 * Queries over the same connections, for calls whose cost counts. As the query builder has set it up,
 * instants and JSON go in as text.
 */
export const pg = (): Pool => pools().main;

/** Queries over the connections of the ledger's calls, which may wait for a card. */
export const ledger = (): Pool => pools().ledger;

/** Whether there is a pool: nothing that runs later opens one that was closed. */
export const isPoolOpen = (): boolean => store[POOLS] !== undefined;

const CLOSES_WITHIN_MS = 5_000;

/** Closes the connections after the queries under way. */
export async function closePool(): Promise<void> {
  const open = store[POOLS];
  delete store[POOLS];
  const all = open ? new Set([open.main, open.ledger]) : [];
  await Promise.all([...all].map((pool) => pool.end(CLOSES_WITHIN_MS)));
}
