import { transactionDetailsExample } from "@/lib/api/contract/v1/examples";
import { TransactionParams, transactionDetailsReply } from "@/lib/api/contract/v1/transaction";
import { get } from "@/lib/api/kernel/endpoint";
import { readTransaction } from "@/lib/domain/transactions/read-transaction";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getTransaction",
  summary: "Get a transaction",
  description:
    "Includes the transaction's reversal and refunds, and the amount you can still refund.",
  scope: "transactions:read",
  params: TransactionParams,
  reply: transactionDetailsReply,
  refuses: ["not_found"],
  example: transactionDetailsExample,
  handle: (ctx, { params }) => readTransaction(ctx, { transactionId: params.id }),
});
