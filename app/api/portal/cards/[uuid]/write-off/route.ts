import { writeOffDisabled } from "@/lib/cards/disable";
import { CardParams, movementReply } from "@/lib/contract/card";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: CardParams,
  reply: movementReply,
  handle: (ctx, { params }) => writeOffDisabled(ctx, { cardId: params.uuid }),
});
