import { transactionDetailsExample } from "@/lib/contract/examples";
import { TransactionParams, transactionDetailsReply } from "@/lib/contract/transaction";
import { readTransaction } from "@/lib/history/read-transaction";
import { get } from "@/lib/http/endpoint";

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
