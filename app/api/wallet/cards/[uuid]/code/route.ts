import { revealOwnCode } from "@/lib/consumers/wallet/cards";
import { CardParams } from "@/lib/contract/card";
import { ownCodeReply } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:card",
  params: CardParams,
  reply: ownCodeReply,
  handle: (ctx, { params }) => revealOwnCode(ctx, { cardId: params.uuid }),
});
