import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { type Db, db } from "@/lib/db/client/client";
import { mapByBucket } from "@/lib/db/client/in-buckets";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";
import { transfers } from "@/lib/db/schema/transfers";
import type { Instant } from "@/lib/ledger/post/records";

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

/** Where money came from or went to: a card at another store, without its code or customer. */
export type TransferEnd = { store: string; last4: string };

/** The other ends of these transactions of a store that belong to transfers, by the transactions' ids. */
export async function otherEndsOf(
  merchantId: string,
  transactionIds: string[],
  from: Db = db(),
): Promise<Map<string, TransferEnd>> {
  if (transactionIds.length === 0) return new Map();
  const sides = await from
    .select({
      id: transfers.id,
      transactionId: transfers.transactionId,
      merchantId: transfers.counterMerchantId,
      store: merchants.name,
    })
    .from(transfers)
    .innerJoin(merchants, eq(merchants.id, transfers.counterMerchantId))
    .where(
      and(eq(transfers.merchantId, merchantId), inArray(transfers.transactionId, transactionIds)),
    )
    .orderBy(merchants.bucket);
  const cardsThere = await mapByBucket(from, sides, (group, on) =>
    on
      .select({ id: transfers.id, last4: cards.codeLast4 })
      .from(transfers)
      .innerJoin(
        cards,
        and(eq(cards.merchantId, transfers.merchantId), eq(cards.id, transfers.cardId)),
      )
      .where(
        and(
          inArray(transfers.merchantId, [...new Set(group.map((side) => side.merchantId))]),
          inArray(
            transfers.id,
            group.map(({ id }) => id),
          ),
        ),
      ),
  );
  const last4Of = new Map(cardsThere.map(({ id, last4 }) => [id, last4]));
  return new Map(
    sides.map(({ id, transactionId, store }) => [
      transactionId,
      { store, last4: last4Of.get(id) ?? "" },
    ]),
  );
}

/** The store's own side of a transfer, with its other end. */
export type NamedTransfer = Transfer & { otherEnd: TransferEnd };

/** Finds the transfer that a transaction belongs to. Null if it is not part of a transfer. */
export async function transferOfMovement(
  merchantId: string,
  transactionId: string,
): Promise<NamedTransfer | null> {
  const [[transfer], ends] = await Promise.all([
    db()
      .select(TRANSFER_COLUMNS)
      .from(transfers)
      .where(and(eq(transfers.merchantId, merchantId), eq(transfers.transactionId, transactionId))),
    otherEndsOf(merchantId, [transactionId]),
  ]);
  const otherEnd = ends.get(transactionId);
  return transfer && otherEnd ? { ...transfer, otherEnd } : null;
}
