import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "./client";
import { merchants } from "./schema/merchants";

/** Whether the store is the test twin of a live store. */
export const isTestStore = async (on: Db | Tx, merchantId: string): Promise<boolean> =>
  (await on.$count(
    merchants,
    and(eq(merchants.id, merchantId), isNotNull(merchants.liveMerchantId)),
  )) > 0;

/** The store whose team works in the store with this id: the live store of a test twin, or the store itself. */
export const teamStoreOf = (merchantId: string): SQL<string> =>
  sql`(select coalesce(live_merchant_id, id) from merchants where id = ${merchantId})`;
