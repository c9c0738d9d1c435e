import { activateByHand } from "@/lib/cards/activate-by-hand";
import { CardParams, movementReply } from "@/lib/contract/card";
import { ActivateByHandBody } from "@/lib/contract/portal-cards";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  limit: "activate",
  params: CardParams,
  body: ActivateByHandBody,
  reply: movementReply,
  handle: (ctx, { params, body }) => activateByHand(ctx, { cardId: params.uuid, ...body }),
});
