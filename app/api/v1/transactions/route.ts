import { listTransactionsExample } from "@/lib/contract/examples";
import { ListTransactionsQuery, transactionsReply } from "@/lib/contract/transaction";
import { listWithActors } from "@/lib/history/list-with-actors";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  summary: "List transactions of all cards, newest first.",
  description:
    "`keyId`, `source` and `reversed` search the history: a page can then have fewer transactions than `limit`, or none, and `total` is null unless they all fit on the first page. Continue until `nextCursor` is null. With `cardUuid` or `referenceId`, no search is needed.",
  scope: "transactions:read",
  query: ListTransactionsQuery,
  reply: transactionsReply,
  example: listTransactionsExample,
  handle: (ctx, { query }) => listWithActors(ctx, query),
});
