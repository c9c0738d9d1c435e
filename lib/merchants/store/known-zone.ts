import { sql } from "drizzle-orm";
import type { Tx } from "../../db/client";
import { invalid } from "../../errors";

/**
 * The zone as Postgres spells it: every movement of money asks it for the store's date.
 * Refuses: invalid_request (one that Postgres does not know).
 */
export async function knownZone(tx: Tx, timeZone: string): Promise<string> {
  const [known] = await tx.execute<{ name: string }>(
    sql`select name from pg_timezone_names where lower(name) = lower(${timeZone})`,
  );
  if (!known) throw invalid("timeZone", "is not a time zone that this server knows");
  return known.name;
}
