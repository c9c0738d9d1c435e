import { TransferBody, transferredReply } from "@/lib/api/contract/v1/transfer";
import { transferExample } from "@/lib/api/contract/v1/transfer-examples";
import { post } from "@/lib/api/kernel/endpoint";
import { transfer } from "@/lib/domain/transfers/transfer";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "createTransfer",
  summary: "Transfer a balance",
  description:
    "Moves value from a card at your store to a card at another store, when a consumer shows you the code of the other card. The two stores need an active transfer agreement, which their owners set up under Settings → Transfers. Without one, the response is `transfers_not_enabled`, whether or not a card has this code. If the other card can't receive a transfer, the response is `not_found`. The limits of both stores apply. Above a limit, the response is `transfer_limit_exceeded` with `availableCents`, the amount you can still transfer. If the cards' currencies differ, the rate of your quote applies or, without a quote, the latest rate.",
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
