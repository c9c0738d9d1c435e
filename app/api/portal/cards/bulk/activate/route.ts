import { ActivateCardsBody, bulkReply } from "@/lib/api/contract/v1/bulk-cards";
import { post } from "@/lib/api/kernel/endpoint";
import { activateCards } from "@/lib/domain/cards/bulk";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: ActivateCardsBody,
  reply: bulkReply,
  handle: (ctx, { body }) => activateCards(ctx, body),
});
