import { FxRateQuery, fxRateReply } from "@/lib/contract/transfer";
import { fxRateExample } from "@/lib/contract/transfer-examples";
import { quoteRate } from "@/lib/fx/quote";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The exchange rate for a transfer between currencies.",
    description:
      "The European Central Bank's newest daily reference rates, crossed over the euro. The quote holds this rate for ten minutes. Rounding is down.",
    scope: "cards:read",
    query: FxRateQuery,
    reply: fxRateReply,
    example: fxRateExample,
    handle: (ctx, { query }) => quoteRate(ctx, query),
  }),
});
