import { CardParams } from "@/lib/api/contract/v1/card";
import { ownCodeReply } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { revealOwnCode } from "@/lib/domain/wallet/wallet/cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:card",
  params: CardParams,
  reply: ownCodeReply,
  handle: (ctx, { params }) => revealOwnCode(ctx, { cardId: params.uuid }),
});
