import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { env } from "../env";

export type Db = PostgresJsDatabase;
/** A transaction of `db()`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

type Pool = { sql: Sql; db: Db; pipeline: Sql; ledger: Sql };

// On globalThis, since pages, routes and the server may each hold a copy of this module.
const POOL = Symbol.for("scrip.pool");
const store = globalThis as { [POOL]?: Pool };

/**
 * Sessions that movements of money run on. Few, always the same: what a session keeps of its plans
 * fills a core's cache, and ten that take turns push each other out of it, which makes a debit cost
 * half as much again.
 */
const LEDGER_SESSIONS = 4;

/** For calls that may wait for a locked card: nothing else is sent to their session meanwhile. */
const ONE_BY_ONE = { max_pipeline: 0 };

/** What is sent ahead may get another's answer from the driver as it is published (patch-driver.mjs). */
const FOR_PIPELINE = "isPatched" in postgres ? {} : ONE_BY_ONE;

function connect(sessions: number, options = {}): { sql: Sql; db: Db } {
  const { databaseUrl, databasePrepare } = env();
  const sql = postgres(databaseUrl, {
    max: sessions,
    prepare: databasePrepare,
    connect_timeout: 10,
    // In seconds. The driver would wait for up to 20, with a query waiting, when several sessions broke.
    backoff: (attempts) => Math.min(0.5, 2 ** attempts / 100),
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
  if (forLedger === 0) return { sql, db, pipeline: sql, ledger: sql };
  if (forLedger === 1) {
    const one = connect(1, ONE_BY_ONE).sql;
    return { sql, db, pipeline: one, ledger: one };
  }
  return {
    sql,
    db,
    pipeline: connect(1, FOR_PIPELINE).sql,
    ledger: connect(forLedger - 1, ONE_BY_ONE).sql,
  };
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

/** The driver over the sessions of the ledger's calls that may wait for a card, one at a time on each. */
export const ledger = (): Sql => pool().ledger;

/** The driver over one session, which is sent the ledger's next calls while it is at work on one. */
export const ledgerPipeline = (): Sql => pool().pipeline;

/** Whether there is a pool: nothing that runs later opens one that was closed. */
export const isPoolOpen = (): boolean => store[POOL] !== undefined;

/** Ends the pool after the queries under way. */
export async function closePool(): Promise<void> {
  const open = store[POOL];
  delete store[POOL];
  const drivers = new Set(open && [open.sql, open.pipeline, open.ledger]);
  await Promise.all([...drivers].map((sql) => sql.end({ timeout: 5 })));
}
