import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { db } from "./client";

const BATCH_SIZE = 1_000;
const MAX_BATCHES = 100;

/** Deletes a table's rows that match `expired`. Locked rows are left to a later run. */
export const purge = (table: PgTable, expired: SQL): Promise<number> =>
  inBatches(sql`
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${expired} ${batchLimit} for update skip locked))`);

/** The `limit` clause for a statement that `inBatches` runs. */
export const batchLimit = sql`limit ${sql.raw(String(BATCH_SIZE))}`;

/** Repeats a limited statement until it affects less than a full batch. Returns the number of rows. */
export async function inBatches(statement: SQL): Promise<number> {
  let affected = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { count } = await db().execute(statement);
    affected += count;
    if (count < BATCH_SIZE) break;
  }
  return affected;
}
