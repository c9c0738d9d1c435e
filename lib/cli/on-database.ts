import postgres, { type Sql } from "postgres";
import { FIRST_BUCKET, urlOfBucket } from "../db/buckets";
import { closePool } from "../db/client";
import { openInstance } from "../db/embedded-instance";
import { openDatabase } from "../db/open-database";
import { tlsFor } from "../db/tls";
import { refuseEmptyDatabase } from "../demo/seed";
import { env } from "../env";
import { safeError } from "../log";
import type { Command } from "./command";

/** Runs work on this instance's database, which must be as far as the command needs it. */
export async function runOnDatabase<T>(
  needs: Command["needs"],
  work: () => Promise<T>,
): Promise<T> {
  let stop = async () => {};
  try {
    const instance = await openInstance();
    stop = instance.stop;
    if (needs === "stores") await refuseEmptyDatabase(instance.isEmbedded);
    if (needs !== "database") await openDatabase();
    return await work();
  } finally {
    await closePool();
    await stop();
  }
}

/** Runs work as the owner of the tables, without time limits, for what the app's role can't do. */
export async function asOwner<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const url = urlOfBucket(env().migrateDatabaseUrl, FIRST_BUCKET);
  const sql = postgres(url, { ...tlsFor(url), max: 1, prepare: false, onnotice: () => {} });
  try {
    await sql`set statement_timeout = 0`;
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The message of an error, without what only logs may have. */
export const messageOf = (error: unknown): string => safeError(error).message ?? String(error);
