import { CardParams } from "@/lib/api/contract/v1/card";
import { ownCardReply } from "@/lib/api/contract/wallet/wallet";
import { get } from "@/lib/api/kernel/endpoint";
import { readOwnCard } from "@/lib/domain/wallet/wallet/cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:card",
  params: CardParams,
  reply: ownCardReply,
  handle: (ctx, { params }) => readOwnCard(ctx, { cardId: params.uuid }),
});
