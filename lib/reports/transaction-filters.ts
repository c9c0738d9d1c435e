import { and, eq, gte, lt, type SQL } from "drizzle-orm";
import { transactions } from "../db/schema/transactions";
import { firstIdAt } from "../ids";
import type { TransactionStatus, TransactionType } from "../ledger/records";

export type TransactionFilters = {
  cardId?: string | undefined;
  type?: TransactionType | undefined;
  status?: TransactionStatus | undefined;
  referenceId?: string | undefined;
  /** From this instant on. */
  from?: Date | undefined;
  /** Before this instant. */
  to?: Date | undefined;
};

/** Which of the merchant's transactions match. */
export function conditions(merchantId: string, filters: TransactionFilters): SQL | undefined {
  const { cardId, type, status, referenceId, from, to } = filters;
  return and(
    eq(transactions.merchantId, merchantId),
    cardId ? eq(transactions.cardId, cardId) : undefined,
    type ? eq(transactions.type, type) : undefined,
    status ? eq(transactions.status, status) : undefined,
    referenceId ? eq(transactions.referenceId, referenceId) : undefined,
    from && gte(transactions.id, firstIdAt(from.getTime())),
    to && lt(transactions.id, firstIdAt(to.getTime())),
  );
}
