import { voidCard } from "@/lib/cards/disable";
import { CardParams, cardReply } from "@/lib/contract/card";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: CardParams,
  reply: cardReply,
  handle: (ctx, { params }) => voidCard(ctx, { cardId: params.uuid }),
});
