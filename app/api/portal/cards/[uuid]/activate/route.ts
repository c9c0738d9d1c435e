import { ActivateByHandBody } from "@/lib/api/contract/portal/cards";
import { CardParams, movementReply } from "@/lib/api/contract/v1/card";
import { post } from "@/lib/api/kernel/endpoint";
import { activateByHand } from "@/lib/domain/cards/activate-by-hand";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  limit: "activate",
  params: CardParams,
  body: ActivateByHandBody,
  reply: movementReply,
  handle: (ctx, { params, body }) => activateByHand(ctx, { cardId: params.uuid, ...body }),
});
