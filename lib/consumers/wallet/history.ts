import { and, eq, inArray, ne } from "drizzle-orm";
import { type Ctx, contextAtStore } from "../../context";
import { db } from "../../db/client";
import { gifts } from "../../db/schema/gifts";
import { transactions } from "../../db/schema/transactions";
import { listTransactions } from "../../history/list-transactions";
import type { CounterAccount, Transaction } from "../../ledger/records";
import type { Page, PageRequest } from "../../page";
import { readOwnCard } from "./cards";

type HistoryRequest = Pick<PageRequest, "limit" | "cursor"> & { cardId: string };

/** A transaction with its counter account and, for a returned gift, the reason. */
export type OwnMovement = Transaction & {
  account: CounterAccount;
  returned: Pick<typeof gifts.$inferSelect, "status" | "recipientEmail"> | null;
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
  const asked = { cardId, limit, cursor, offset: 0 };
  const page = await listTransactions(contextAtStore(ctx, merchantId), asked);
  const detailsOf = await readDetails(merchantId, page.items);
  return { ...page, items: page.items.map((row) => ({ ...row, ...detailsOf(row) })) };
}

async function readDetails(merchantId: string, rows: Transaction[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db()
    .select({
      id: transactions.id,
      account: transactions.counterAccount,
      returned: { status: gifts.status, recipientEmail: gifts.recipientEmail },
    })
    .from(transactions)
    .leftJoin(
      gifts,
      and(
        eq(gifts.merchantId, transactions.merchantId),
        eq(gifts.settledTransactionId, transactions.id),
        ne(gifts.status, "accepted"),
      ),
    )
    .where(and(eq(transactions.merchantId, merchantId), inArray(transactions.id, ids)));
  const byId = new Map(found.map(({ id, ...details }) => [id, details]));
  return ({ id }: Transaction) => {
    const details = byId.get(id);
    if (!details) throw new Error("a transaction that is gone");
    return details;
  };
}
