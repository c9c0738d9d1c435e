import { and, eq, isNotNull } from "drizzle-orm";
import { Refusal } from "@/lib/base/errors";
import type { Db, Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";

/** Whether the store may email people outside its team: an owner confirmed their email. */
export async function isConfirmedStore(on: Db | Tx, merchantId: string): Promise<boolean> {
  const confirmed = and(eq(merchants.id, merchantId), isNotNull(merchants.confirmedAt));
  return (await on.$count(merchants, confirmed)) > 0;
}

/** Refuses: store_not_confirmed. */
export async function requireConfirmedStore(on: Db | Tx, merchantId: string): Promise<void> {
  if (!(await isConfirmedStore(on, merchantId))) throw new Refusal("store_not_confirmed");
}
