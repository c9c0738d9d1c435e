import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import type { Page, PageRequest } from "@/lib/base/page";
import { db } from "@/lib/db/client/client";
import { atStore } from "@/lib/db/client/in-buckets";
import { transactions } from "@/lib/db/schema/transactions";
import { listTransactions } from "@/lib/domain/transactions/list-transactions";
import { type GiftReturn, idsOfTransfers, returnsOf } from "@/lib/domain/transactions/movements";
import { otherEndsOf, type TransferEnd } from "@/lib/domain/transfers/read";
import type { CounterAccount, Transaction } from "@/lib/ledger/post/records";
import { readOwnCard } from "./cards";

type HistoryRequest = Pick<PageRequest, "limit" | "cursor"> & { cardId: string };

/** A transaction with its counter account and, for a returned gift, the reason. */
export type OwnMovement = Transaction & {
  account: CounterAccount;
  returned: GiftReturn | null;
  /** For a transfer: the card at the other store. */
  otherEnd: TransferEnd | null;
};
export type OwnHistory = Page<OwnMovement>;

/**
 * The transactions of one of the consumer's cards, newest first, each with the balance after it.
 * Refuses: unauthorized, not_found, invalid_request (the cursor).
 */
export async function readOwnHistory(
  ctx: Ctx,
  { cardId, limit, cursor }: HistoryRequest,
): Promise<OwnHistory> {
  const { merchantId } = await readOwnCard(ctx, { cardId });
  const query = { cardId, limit, cursor, offset: 0 };
  return await atStore(ctx, merchantId, async (here) => {
    const page = await listTransactions(here, query);
    const detailsOf = await readDetails(merchantId, page.items);
    return { ...page, items: page.items.map((row) => ({ ...row, ...detailsOf(row) })) };
  });
}

async function readDetails(merchantId: string, rows: Transaction[]) {
  const ids = rows.map(({ id }) => id);
  const [accounts, returnById, endById] = await Promise.all([
    db()
      .select({ id: transactions.id, account: transactions.counterAccount })
      .from(transactions)
      .where(and(eq(transactions.merchantId, merchantId), inArray(transactions.id, ids))),
    returnsOf(merchantId, rows),
    otherEndsOf(merchantId, idsOfTransfers(rows)),
  ]);
  const accountById = new Map(accounts.map(({ id, account }) => [id, account]));
  return ({ id }: Transaction) => {
    const account = accountById.get(id);
    if (!account) throw new Error("a transaction that is gone");
    return { account, returned: returnById.get(id) ?? null, otherEnd: endById.get(id) ?? null };
  };
}
