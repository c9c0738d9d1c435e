import { cardCodeReply } from "@/lib/api/contract/portal/cards";
import { CardParams } from "@/lib/api/contract/v1/card";
import { post } from "@/lib/api/kernel/endpoint";
import { revealCode } from "@/lib/domain/transactions/read-card";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  alsoScope: "codes:read",
  params: CardParams,
  reply: cardCodeReply,
  handle: (ctx, { params }) => revealCode(ctx, { cardId: params.uuid }),
});
