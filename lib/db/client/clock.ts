import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { merchants } from "@/lib/db/schema/merchants";

/**
 * The time of the joined store's clock: the real time, but in a test twin moved forward. What expires compares
 * with it; records and queues have the real time.
 */
export const STORE_NOW: SQL = sql`time_ahead(${merchants.clockOffsetMs})`;

/** Today's date of the joined store's clock, in its time zone. */
export const STORE_TODAY: SQL = sql`(${STORE_NOW} at time zone ${merchants.timeZone})::date`;

/** The time at which an update began, as `clock.at`: Citus allows none in its `case`, `coalesce` and `returning`. */
export const CLOCK: SQL = sql`(select statement_timestamp() as at offset 0) clock`;

/** The end of a lease that begins now, as `clock.lease`, and as `clock.text`, which has its microseconds. */
export const leaseClock = (leaseMs: number): SQL => sql`(select lease, lease::text as text
  from (select statement_timestamp() + ${leaseMs} * interval '1 millisecond' as lease) from_now
  offset 0) clock`;

/** The time of the clock of the store with this id, for queries that don't join the store. */
export const storeNow = (merchantId: string | SQLWrapper): SQL => sql`store_now(${merchantId})`;
