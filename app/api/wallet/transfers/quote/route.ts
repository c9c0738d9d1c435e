import { quoteOwnTransfer } from "@/lib/consumers/wallet/transfers";
import { QuoteTransferBody, transferQuoteReply } from "@/lib/contract/wallet-gifts";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "What would arrive on another store's card, at a rate held for ten minutes.",
    scope: "wallet:own",
    body: QuoteTransferBody,
    reply: transferQuoteReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { body }) => quoteOwnTransfer(ctx, body),
  }),
});
