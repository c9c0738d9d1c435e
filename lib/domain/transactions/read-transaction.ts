import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { findOriginal, isRedemption, refundsAndReversalOf } from "@/lib/ledger/post/original";
import type { Instant, Transaction } from "@/lib/ledger/post/records";

/** A transaction and what became of it. Amounts are in minor units. */
export type TransactionDetails = {
  transaction: Transaction;
  reversedByTransactionId: string | null;
  refundedCents: number;
  /** 0 for anything but a redemption. */
  refundableCents: number;
  /** Without those that were reversed, oldest first. */
  refunds: { id: string; amountCents: number; createdAt: Instant }[];
};

/** One transaction, what reversed it and what was refunded of it. Refuses: not_found. */
export async function readTransaction(
  { merchantId }: Ctx,
  { transactionId }: { transactionId: string },
): Promise<TransactionDetails> {
  const [originalOrNone, later] = await Promise.all([
    findOriginal(db(), merchantId, transactionId),
    refundsAndReversalOf(db(), merchantId, transactionId),
  ]);
  const original = found(originalOrNone);
  const refunds = later.flatMap(({ source, ...refund }) => (source === "reversal" ? [] : [refund]));
  const reversal = later.find(({ source }) => source === "reversal");
  const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isRefundable = isRedemption(original) && !reversal;
  return {
    transaction: original.transaction,
    reversedByTransactionId: reversal?.id ?? null,
    refundedCents,
    refundableCents: isRefundable ? original.transaction.amountCents - refundedCents : 0,
    refunds,
  };
}
