import { eq } from "drizzle-orm";
import type { Tx } from "../db/client";
import { merchants } from "../db/schema/merchants";

/** Makes changes that only one at a time may make in a store wait for each other until the commit. */
export async function lockStore(tx: Tx, merchantId: string): Promise<void> {
  await tx
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for("no key update");
}
