import { TRANSFER_REFUSALS, TransferBody, transferredReply } from "@/lib/contract/transfer";
import { transferExample } from "@/lib/contract/transfer-examples";
import { endpoint, resource } from "@/lib/http/endpoint";
import { transfer } from "@/lib/transfers/transfer";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Transfer balance to a card at another store.",
    description:
      "For a customer who shows the other card's code at the counter. Both stores must have transfers enabled. A code that no card takes a transfer under is `not_found`, whatever the reason. Between currencies the newest rate applies, or the quote's.",
    scope: "money:write",
    limit: "transfer",
    body: TransferBody,
    status: 201,
    reply: transferredReply,
    refuses: TRANSFER_REFUSALS,
    example: transferExample,
    handle: (ctx, { body }) => transfer(ctx, body),
  }),
});
