import { and, eq } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { transfers } from "../db/schema/transfers";
import { Refusal } from "../errors";
import type { Transfer } from "./transfer-record";

export const TRANSFER_COLUMNS = {
  id: transfers.id,
  direction: transfers.direction,
  cardId: transfers.cardId,
  transactionId: transfers.transactionId,
  amountCents: transfers.amountCents,
  currency: transfers.currency,
  counterAmountCents: transfers.counterAmountCents,
  counterCurrency: transfers.counterCurrency,
  rate: transfers.rate,
  rateAsOf: transfers.rateAsOf,
  createdAt: transfers.createdAt,
};

/** Reads the store's own side of a transfer. Refuses: not_found. */
export async function readTransfer(
  { merchantId }: Ctx,
  { transferId }: { transferId: string },
): Promise<{ transfer: Transfer }> {
  const [transfer] = await db()
    .select(TRANSFER_COLUMNS)
    .from(transfers)
    .where(and(eq(transfers.merchantId, merchantId), eq(transfers.id, transferId)));
  if (!transfer) throw new Refusal("not_found");
  return { transfer };
}
