import { TotalsQuery, totalsExample, totalsReply } from "@/lib/contract/transaction-totals";
import { totalTransactions } from "@/lib/history/total-transactions";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  summary: "Total the transactions of a day or another time span, such as to close a till.",
  description:
    "Exact counts and sums of today so far, of a `day` in the store's time zone, or between `from` and `to`, at most 31 days apart. Each currency is separate. `groupBy` takes any of `type`, `key`, `currency` and `source`, separated by commas. Reversals, refunds and write-offs are transactions of their own with that `source`: to close a till, group by `type,source`. A key without the scope `transactions:read` gets the totals of its own transactions.",
  scope: "cards:read",
  query: TotalsQuery,
  reply: totalsReply,
  example: totalsExample,
  handle: (ctx, { query }) => totalTransactions(ctx, query),
});
