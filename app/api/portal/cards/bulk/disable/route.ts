import { disableCards } from "@/lib/cards/bulk";
import { bulkReply, DisableCardsBody } from "@/lib/contract/bulk-cards";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: DisableCardsBody,
  reply: bulkReply,
  handle: (ctx, { body }) => disableCards(ctx, body),
});
