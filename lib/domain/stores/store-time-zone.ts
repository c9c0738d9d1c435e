import { type SQL, sql } from "drizzle-orm";
import { invalidField } from "@/lib/base/errors";
import { isTimeZone } from "@/lib/base/time/time-zone";
import type { Db, Tx } from "@/lib/db/client/client";
import { STORE_TODAY } from "@/lib/db/client/clock";
import { merchants } from "@/lib/db/schema/merchants";

/** A time zone's name as Postgres spells it; undefined if Postgres doesn't know the zone. */
export async function findZone(from: Db | Tx, timeZone: string): Promise<string | undefined> {
  if (!isTimeZone(timeZone)) return;
  const [zone] = await from.execute<{ name: string }>(
    sql`select name from pg_timezone_names where lower(name) = lower(${timeZone})`,
  );
  return zone?.name;
}

/**
 * The zone's name as Postgres spells it, because every movement computes the store's local date with it.
 * Refuses: invalid_request (one that Postgres does not know).
 */
export async function requireZone(tx: Tx, timeZone: string): Promise<string> {
  const zone = await findZone(tx, timeZone);
  if (!zone) throw invalidField("timeZone", "is not a known time zone");
  return zone;
}

/** Today's date of the store's clock, in its time zone. */
export const storeTodaySql = (merchantId: string): SQL =>
  sql`(select ${STORE_TODAY}
    from ${merchants} where ${merchants.id} = ${merchantId})`;
