import { activateCards } from "@/lib/cards/bulk";
import { ActivateCardsBody, bulkReply } from "@/lib/contract/bulk-cards";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: ActivateCardsBody,
  reply: bulkReply,
  handle: (ctx, { body }) => activateCards(ctx, body),
});
