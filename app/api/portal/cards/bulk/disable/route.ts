import { bulkReply, DisableCardsBody } from "@/lib/api/contract/v1/bulk-cards";
import { post } from "@/lib/api/kernel/endpoint";
import { disableCards } from "@/lib/domain/cards/bulk";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  body: DisableCardsBody,
  reply: bulkReply,
  handle: (ctx, { body }) => disableCards(ctx, body),
});
