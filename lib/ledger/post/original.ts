import { sql } from "drizzle-orm";
import type { Db, Tx } from "@/lib/db/client/client";
import type { CounterAccount, Instant, Transaction } from "./records";

/** A transaction to refund or reverse. */
export type Original = { transaction: Transaction; counterAccount: CounterAccount };

/** The merchant's transaction with this id; null if there is none. */
export async function findOriginal(
  on: Db | Tx,
  merchantId: string,
  transactionId: string,
): Promise<Original | null> {
  const [row] = await on.execute<Original>(sql`
    select transaction_json(row(t.*)::transactions) as transaction, counter_account as "counterAccount"
    from transactions t where merchant_id = ${merchantId} and id = ${transactionId}`);
  return row ?? null;
}

/** Whether it is a redemption at the store or its online shop, not a reversed load or a write-off. */
export const isRedemption = ({ transaction, counterAccount }: Original): boolean =>
  transaction.type === "spend" &&
  counterAccount === "redemption" &&
  transaction.source !== "reversal";

type RefundOrReversal = { id: string; source: string; amountCents: number; createdAt: Instant };

/** The refunds of a transaction that were not reversed, and its reversal, oldest first. */
export const refundsAndReversalOf = (on: Db | Tx, merchantId: string, transactionId: string) =>
  on.execute<RefundOrReversal>(sql`
    select id, source, amount_cents::float8 as "amountCents", created_at as "createdAt"
    from transactions t
    where merchant_id = ${merchantId} and original_transaction_id = ${transactionId}
      and not exists (select from transactions r where r.merchant_id = t.merchant_id
        and r.original_transaction_id = t.id and r.source = 'reversal')
    order by t.id`);
