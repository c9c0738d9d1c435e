import { TransferBody, transferredReply } from "@/lib/contract/transfer";
import { transferExample } from "@/lib/contract/transfer-examples";
import { post } from "@/lib/http/endpoint";
import { transfer } from "@/lib/transfers/transfer";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Transfer a balance",
  description:
    "Moves value to a card at another store. Use this when a consumer shows you the code of a card from another store. The two stores need an active transfer agreement, which their owners set up under Settings → Transfers. Without one, the response is `transfers_not_enabled`, whether or not a card has this code. If the other card can't receive a transfer, the response is `not_found`. Both stores' limits apply: above them, the response is `transfer_limit_exceeded` with the remaining amount in `availableCents`. Between currencies, the latest rate or the rate of your quote applies.",
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
