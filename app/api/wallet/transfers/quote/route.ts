import { quoteOwnTransfer } from "@/lib/consumers/wallet/transfers";
import { QuoteTransferBody, transferQuoteReply } from "@/lib/contract/wallet-gifts";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  body: QuoteTransferBody,
  reply: transferQuoteReply,
  handle: (ctx, { body }) => quoteOwnTransfer(ctx, body),
});
