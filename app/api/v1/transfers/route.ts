import { TransferBody, transferredReply } from "@/lib/contract/transfer";
import { transferExample } from "@/lib/contract/transfer-examples";
import { post } from "@/lib/http/endpoint";
import { transfer } from "@/lib/transfers/transfer";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Transfer balance to a card at another store.",
  description:
    "For a customer who shows the code of the other card. Both stores must have transfers enabled. If the other card can't receive a transfer, the response is always `not_found`. Between currencies, the latest rate applies, or the rate of the quote.",
  scope: "money:write",
  limit: "transfer",
  body: TransferBody,
  status: 201,
  reply: transferredReply,
  refuses: [
    "not_found",
    "transfers_not_enabled",
    "card_not_active",
    "card_expired",
    "rate_stale",
    "currency_mismatch",
    "insufficient_balance",
    "balance_limit_exceeded",
  ],
  example: transferExample,
  handle: (ctx, { body }) => transfer(ctx, body),
});
