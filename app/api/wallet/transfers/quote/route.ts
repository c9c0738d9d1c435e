import { QuoteTransferBody, transferQuoteReply } from "@/lib/api/contract/wallet/gifts";
import { post } from "@/lib/api/kernel/endpoint";
import { quoteOwnTransfer } from "@/lib/domain/wallet/wallet/transfers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  body: QuoteTransferBody,
  reply: transferQuoteReply,
  handle: (ctx, { body }) => quoteOwnTransfer(ctx, body),
});
