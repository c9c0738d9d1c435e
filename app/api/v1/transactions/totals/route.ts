import { TotalsQuery, totalsExample, totalsReply } from "@/lib/api/contract/v1/transaction-totals";
import { get } from "@/lib/api/kernel/endpoint";
import { totalTransactions } from "@/lib/domain/transactions/total-transactions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getTransactionTotals",
  summary: "Get transaction totals",
  description:
    "Returns exact counts and sums, separately for each currency: for today so far, for a `day` in the store's time zone, or for a period of at most 31 days between `from` and `to`. `groupBy` is a comma-separated list of `type`, `key`, `currency` and `source`. To close out a till, group by `type,source`: reversals, refunds and write-offs are separate transactions with their own `source`. A key without the scope `transactions:read` gets only the totals of its own transactions.",
  scope: "cards:read",
  query: TotalsQuery,
  reply: totalsReply,
  example: totalsExample,
  handle: (ctx, { query }) => totalTransactions(ctx, query),
});
