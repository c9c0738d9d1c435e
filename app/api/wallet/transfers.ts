import {
  ownTransferReply,
  QuoteTransferBody,
  TransferOwnBody,
  transferQuoteReply,
} from "@/lib/api/contract/wallet/gifts";
import { post } from "@/lib/api/kernel/endpoint";
import { quoteOwnTransfer, transferOwn } from "@/lib/domain/wallet/wallet/transfers";

export const transfers = {
  "/transfers/quote": post({
    scope: "wallet:own",
    body: QuoteTransferBody,
    reply: transferQuoteReply,
    handle: (ctx, { body }) => quoteOwnTransfer(ctx, body),
  }),
  "/transfers": post({
    scope: "wallet:own",
    limit: "transfer",
    body: TransferOwnBody,
    status: 201,
    reply: ownTransferReply,
    handle: (ctx, { body }) => transferOwn(ctx, body),
  }),
};
