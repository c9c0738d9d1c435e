import { CardParams } from "@/lib/contract/card";
import { cardCodeReply } from "@/lib/contract/portal-cards";
import { revealCode } from "@/lib/history/read-card";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  alsoScope: "codes:read",
  params: CardParams,
  reply: cardCodeReply,
  handle: (ctx, { params }) => revealCode(ctx, { cardId: params.uuid }),
});
