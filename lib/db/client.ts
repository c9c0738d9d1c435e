import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { env } from "../env";

export type Db = PostgresJsDatabase;
/** A transaction of `db()`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

type Pool = { sql: Sql; db: Db; ledger: Sql };

// On globalThis, since pages, routes and the server may each hold a copy of this module.
const POOL = Symbol.for("scrip.pool");
const store = globalThis as { [POOL]?: Pool };

/**
 * Sessions that movements of money run on. Few, always the same: what a session keeps of its plans
 * fills a core's cache, and ten that take turns push each other out of it, which makes a debit cost
 * half as much again.
 */
const LEDGER_SESSIONS = 4;

/** Nothing is sent ahead to a session: it may be waiting for a locked card. */
const ONE_BY_ONE = { max_pipeline: 0 };

function connect(sessions: number, options = {}): { sql: Sql; db: Db } {
  const { databaseUrl, databasePrepare } = env();
  const sql = postgres(databaseUrl, {
    max: sessions,
    prepare: databasePrepare,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: "scrip" },
    ...options,
  });
  // The query builder sets the driver up: from then on instants and JSON go in as text.
  return { sql, db: drizzle(sql) };
}

function open(): Pool {
  const { databasePoolMax } = env();
  const forLedger = Math.min(LEDGER_SESSIONS, Math.floor(databasePoolMax / 2));
  const { sql, db } = connect(databasePoolMax - forLedger);
  return { sql, db, ledger: forLedger > 0 ? connect(forLedger, ONE_BY_ONE).sql : sql };
}

function pool(): Pool {
  store[POOL] ??= open();
  return store[POOL];
}

/** The query builder over the process's one pool, opened at first use. */
export const db = (): Db => pool().db;

/**
 * The driver of the same pool, for calls whose cost counts. As the query builder has set it up,
 * instants and JSON go in as text.
 */
export const pg = (): Sql => pool().sql;

/** The driver over the sessions that movements of money run on, for one call of one commit each. */
export const ledger = (): Sql => pool().ledger;

/** Ends the pool after the queries under way. */
export async function closePool(): Promise<void> {
  const open = store[POOL];
  delete store[POOL];
  await Promise.all([open?.sql.end({ timeout: 5 }), open?.ledger.end({ timeout: 5 })]);
}
