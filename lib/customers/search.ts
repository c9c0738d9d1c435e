import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { normaliseEmail } from "../email";

/** Whether an address begins with what a person typed; a whole address is put into its one spelling. */
export function startsWith(email: AnyColumn, typed: string): SQL {
  const beginning = normaliseEmail(typed) ?? typed.trim().toLowerCase();
  return sql`${email} like ${`${beginning.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** In the order of the index on beginnings, whatever the database's collation. */
export const byAddress = (email: AnyColumn): SQL => sql`${email} using ~<~`;
