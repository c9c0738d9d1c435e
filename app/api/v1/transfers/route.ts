import { TransferBody, transferredReply } from "@/lib/contract/transfer";
import { transferExample } from "@/lib/contract/transfer-examples";
import { post } from "@/lib/http/endpoint";
import { transfer } from "@/lib/transfers/transfer";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Transfer balance to a card at another store.",
  description:
    "For a customer who shows the code of the other card. The two stores need an active transfer agreement, made by their owners under Settings, Transfers. Without one, the response is `transfers_not_enabled`, whether or not a card has this code. If a card of the other store can't receive a transfer, the response is `not_found`. Both stores' limits apply: above them, the response is `transfer_limit_exceeded`, with the remaining amount in `availableCents`. Between currencies, the latest rate applies, or the rate of the quote.",
  scope: "money:write",
  limit: "transfer",
  body: TransferBody,
  status: 201,
  location: ({ transfer }) => `/transfers/${transfer.id}`,
  reply: transferredReply,
  refuses: [
    "not_found",
    "transfers_not_enabled",
    "card_not_active",
    "card_expired",
    "rate_stale",
    "currency_mismatch",
    "transfer_limit_exceeded",
    "insufficient_balance",
    "balance_limit_exceeded",
  ],
  example: transferExample,
  handle: (ctx, { body }) => transfer(ctx, body),
});
