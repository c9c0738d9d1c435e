import { type SQL, sql } from "drizzle-orm";
import { merchants } from "../db/schema/merchants";

/** Today's date where the merchant's store is. */
export const todayOf = (merchantId: string): SQL =>
  sql`(select (now() at time zone ${merchants.timeZone})::date
    from ${merchants} where ${merchants.id} = ${merchantId})`;
