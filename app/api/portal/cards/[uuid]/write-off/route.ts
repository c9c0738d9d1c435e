import { CardParams, movementReply } from "@/lib/api/contract/v1/card";
import { post } from "@/lib/api/kernel/endpoint";
import { writeOffDisabled } from "@/lib/domain/cards/disable";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: CardParams,
  reply: movementReply,
  handle: (ctx, { params }) => writeOffDisabled(ctx, { cardId: params.uuid }),
});
