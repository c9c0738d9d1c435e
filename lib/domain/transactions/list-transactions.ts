import { and, desc } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { type Page, type PageRequest, pageOf } from "@/lib/base/page";
import { type Db, db, pg } from "@/lib/db/client/client";
import { transactions } from "@/lib/db/schema/transactions";
import type { Card, Transaction } from "@/lib/ledger/post/records";
import { countTransactions } from "./count-transactions";
import { afterCondition, conditions, type ListFilters } from "./transaction-filters";

export const TRANSACTION_COLUMNS = {
  id: transactions.id,
  cardId: transactions.cardId,
  sequence: transactions.sequence,
  type: transactions.type,
  status: transactions.status,
  amountCents: transactions.amountCents,
  currency: transactions.currency,
  balanceAfterCents: transactions.balanceAfterCents,
  note: transactions.note,
  referenceId: transactions.referenceId,
  source: transactions.source,
  transferId: transactions.transferId,
  originalTransactionId: transactions.originalTransactionId,
  metadata: transactions.metadata,
  holdId: transactions.holdId,
  createdAt: transactions.createdAt,
};

/** A transaction of a list, with who made it: `key:<id>`, `user:<id>` and so on. */
export type ListedTransaction = Transaction & { actor: string };

/**
 * The merchant's transactions, newest first, with the exact number of matches (spec, Transactions); not for
 * filters that need a search.
 * Refuses: invalid_request (the cursor).
 */
export function listTransactions(
  ctx: Ctx,
  { limit, offset, cursor, ...filters }: PageRequest & ListFilters,
  from: Db = db(),
): Promise<Page<ListedTransaction>> {
  const matching = conditions(ctx.merchantId, filters);
  return pageOf(
    { limit, offset, cursor },
    { list: "transactions", merchantId: ctx.merchantId, ...filters },
    (after, rows, skipped) =>
      from
        .select({ ...TRANSACTION_COLUMNS, actor: transactions.actor })
        .from(transactions)
        .where(and(matching, after ? afterCondition(ctx.merchantId, filters, after) : undefined))
        .orderBy(desc(filters.cardId ? transactions.sequence : transactions.id))
        .limit(rows)
        .offset(skipped),
    () => countTransactions(from, ctx.merchantId, filters),
  );
}

/** A card's newest transactions up to its current `sequence`, highest sequence first. */
export const cardHistory = (
  { merchantId, id, sequence }: Pick<Card, "merchantId" | "id" | "sequence">,
  limit: number,
): Promise<Transaction[]> =>
  pg()<Transaction[]>`
    select id, card_id as "cardId", sequence::float8 as sequence, type, status,
      amount_cents::float8 as "amountCents", currency,
      balance_after_cents::float8 as "balanceAfterCents", note, reference_id as "referenceId",
      source, transfer_id as "transferId", original_transaction_id as "originalTransactionId",
      hold_id as "holdId", metadata, created_at as "createdAt"
    from transactions
    where merchant_id = ${merchantId} and card_id = ${id} and sequence <= ${sequence}
    order by sequence desc limit ${limit}`;
