import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";
import { env } from "../env";

export type Db = PostgresJsDatabase;
/** A transaction of `db()`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

type Pool = { sql: Sql; db: Db };

// On globalThis, since pages, routes and the server may each hold a copy of this module.
const POOL = Symbol.for("scrip.pool");
const store = globalThis as { [POOL]?: Pool };

function open(): Pool {
  const { databaseUrl, databasePoolMax, databasePrepare } = env();
  const sql = postgres(databaseUrl, {
    max: databasePoolMax,
    prepare: databasePrepare,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: "scrip" },
  });
  return { sql, db: drizzle(sql) };
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

/** Ends the pool after the queries under way. */
export async function closePool(): Promise<void> {
  const open = store[POOL];
  delete store[POOL];
  await open?.sql.end({ timeout: 5 });
}
