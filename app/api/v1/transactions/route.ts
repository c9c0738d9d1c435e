import { listTransactionsExample } from "@/lib/contract/examples";
import { ListTransactionsQuery, transactionsReply } from "@/lib/contract/transaction";
import { listTransactions } from "@/lib/history/list-transactions";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  summary: "List transactions of all cards, newest first.",
  scope: "transactions:read",
  query: ListTransactionsQuery,
  reply: transactionsReply,
  example: listTransactionsExample,
  handle: (ctx, { query }) => listTransactions(ctx, query),
});
