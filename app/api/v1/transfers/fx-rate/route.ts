import { FxRateQuery, fxRateReply } from "@/lib/api/contract/v1/transfer";
import { fxRateExample } from "@/lib/api/contract/v1/transfer-examples";
import { get } from "@/lib/api/kernel/endpoint";
import { quoteRate } from "@/lib/domain/fx/quote";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getFxRate",
  summary: "Get an exchange rate",
  description:
    "Returns a quote for a transfer between currencies, based on the European Central Bank's latest daily reference rates. The quote is valid for 10 minutes. Amounts are rounded down.",
  scope: "cards:read",
  query: FxRateQuery,
  reply: fxRateReply,
  example: fxRateExample,
  handle: (ctx, { query }) => quoteRate(ctx, query),
});
