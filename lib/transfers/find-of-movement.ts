import { and, eq } from "drizzle-orm";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { transfers } from "../db/schema/transfers";
import { TRANSFER_COLUMNS } from "./read";
import type { Transfer } from "./transfer-record";

/** The store's own side of a transfer, with the other store's name. */
type NamedTransfer = Transfer & { otherStore: string };

/** Finds the transfer that a transaction belongs to. Null if it is not part of a transfer. */
export async function transferOfMovement(
  merchantId: string,
  transactionId: string,
): Promise<NamedTransfer | null> {
  const [transfer] = await db()
    .select({ ...TRANSFER_COLUMNS, otherStore: merchants.name })
    .from(transfers)
    .innerJoin(merchants, eq(merchants.id, transfers.counterMerchantId))
    .where(and(eq(transfers.merchantId, merchantId), eq(transfers.transactionId, transactionId)));
  return transfer ?? null;
}
