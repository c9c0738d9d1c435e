import { listTransactionsExample } from "@/lib/api/contract/v1/examples";
import { ListTransactionsQuery, transactionsReply } from "@/lib/api/contract/v1/transaction";
import { get } from "@/lib/api/kernel/endpoint";
import { listWithActors } from "@/lib/domain/transactions/list-with-actors";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "listTransactions",
  summary: "List transactions",
  description:
    "Lists the transactions of all cards, newest first. With `keyId`, `source` or `reversed`, a page can have fewer transactions than `limit`, or none, and `total` is null unless all transactions fit on the first page. Continue until `nextCursor` is null. None of this applies if you also send `cardUuid` or `referenceId`.",
  scope: "transactions:read",
  query: ListTransactionsQuery,
  reply: transactionsReply,
  example: listTransactionsExample,
  handle: (ctx, { query }) => listWithActors(ctx, query),
});
