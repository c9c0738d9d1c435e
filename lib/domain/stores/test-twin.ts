import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "@/lib/db/client/client";
import { merchants } from "@/lib/db/schema/merchants";

/** Whether the store is the test twin of a live store. */
export const isTestStore = async (on: Db | Tx, merchantId: string): Promise<boolean> =>
  (await on.$count(
    merchants,
    and(eq(merchants.id, merchantId), isNotNull(merchants.liveMerchantId)),
  )) > 0;

/** The store whose team works in the store with this id: the live store of a test twin, or the store itself. */
export const teamStoreOf = (merchantId: string): SQL<string> =>
  sql`(select coalesce(live_merchant_id, id) from merchants where id = ${merchantId})`;

/** The id of a live store's test twin; undefined before its first use. */
export async function findTwin(tx: Tx, liveMerchantId: string): Promise<string | undefined> {
  const [twin] = await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.liveMerchantId, liveMerchantId));
  return twin?.id;
}
