import { CardParams, cardReply } from "@/lib/api/contract/v1/card";
import { post } from "@/lib/api/kernel/endpoint";
import { voidCard } from "@/lib/domain/cards/disable";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: CardParams,
  reply: cardReply,
  handle: (ctx, { params }) => voidCard(ctx, { cardId: params.uuid }),
});
