import { and, eq, inArray } from "drizzle-orm";
import { atStore, type Ctx } from "../../context";
import { db } from "../../db/client";
import { transactions } from "../../db/schema/transactions";
import { type GiftReturn, listReturns } from "../../gifts/list-returns";
import { listTransactions } from "../../history/list-transactions";
import type { CounterAccount, Transaction } from "../../ledger/records";
import type { Page, PageRequest } from "../../page";
import { readOwnCard } from "./cards";

type Asked = Pick<PageRequest, "limit" | "cursor"> & { cardId: string };

/** What moved, with the other side of its booking, and which of the gifts from the card came back. */
export type OwnHistory = Page<Transaction & { account: CounterAccount }> & {
  returns: GiftReturn[];
};

/**
 * Everything that moved on one of the consumer's cards, newest first, each with the balance after
 * it. Gifts that came back have no transaction: with each page come those of the whole card.
 * Refuses: unauthorized, not_found, invalid_request (the cursor).
 */
export async function readOwnHistory(
  ctx: Ctx,
  { cardId, limit, cursor }: Asked,
): Promise<OwnHistory> {
  const { merchantId } = await readOwnCard(ctx, { cardId });
  const [page, returns] = await Promise.all([
    listTransactions(atStore(ctx, merchantId), { cardId, limit, cursor, offset: 0 }),
    listReturns(merchantId, cardId),
  ]);
  const accountOf = await accountsOf(merchantId, page.items);
  const items = page.items.map((row) => ({ ...row, account: accountOf(row.id) }));
  return { ...page, items, returns };
}

async function accountsOf(merchantId: string, rows: Transaction[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db()
    .select({ id: transactions.id, account: transactions.counterAccount })
    .from(transactions)
    .where(and(eq(transactions.merchantId, merchantId), inArray(transactions.id, ids)));
  const byId = new Map(found.map(({ id, account }) => [id, account]));
  return (id: string): CounterAccount => {
    const account = byId.get(id);
    if (!account) throw new Error("a transaction that is gone");
    return account;
  };
}
