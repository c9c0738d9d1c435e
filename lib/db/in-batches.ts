import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db } from "./client";

const BATCH = 1_000;
const MAX_BATCHES = 100;

/** Deletes the rows of a table that `expired` finds, and leaves those in use to a later run. */
export const purge = (table: PgTable, expired: SQL): Promise<number> =>
  inBatches(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${expired} ${batchLimit} for update skip locked))`);

/** The bound of one batch, for a statement's own `limit`. */
export const batchLimit = sql`limit ${sql.raw(String(BATCH))}`;

/** Runs a bounded statement until it finds less than a batch; gives how many rows it touched. */
export async function inBatches(statement: SQL): Promise<number> {
  let touched = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { count } = await db().execute(statement);
    touched += count;
    if (count < BATCH) break;
  }
  return touched;
}
