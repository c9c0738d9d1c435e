import { and, eq, getTableColumns } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { merchants } from "../db/schema/merchants";
import { transfers } from "../db/schema/transfers";
import { found } from "../errors";
import type { Instant } from "../ledger/records";

const {
  merchantId: _own,
  counterMerchantId: _other,
  countedCents: _counted,
  ...columns
} = getTableColumns(transfers);
export const TRANSFER_COLUMNS = columns;

/** One store's side of a transfer: its own card, and only the amount of the other side. */
export type Transfer = Omit<
  Pick<typeof transfers.$inferSelect, keyof typeof columns>,
  "createdAt"
> & { createdAt: Instant };

/** Reads the store's own side of a transfer. Refuses: not_found. */
export async function readTransfer(
  { merchantId }: Ctx,
  { transferId }: { transferId: string },
): Promise<{ transfer: Transfer }> {
  const [transfer] = await db()
    .select(TRANSFER_COLUMNS)
    .from(transfers)
    .where(and(eq(transfers.merchantId, merchantId), eq(transfers.id, transferId)));
  return { transfer: found(transfer) };
}

/** The store's own side of a transfer, with the other store's name. */
export type NamedTransfer = Transfer & { otherStore: string };

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
