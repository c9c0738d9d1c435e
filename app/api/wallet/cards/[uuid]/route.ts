import { readOwnCard } from "@/lib/consumers/wallet/cards";
import { CardParams } from "@/lib/contract/card";
import { ownCardReply } from "@/lib/contract/consumer-wallet";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:card",
  params: CardParams,
  reply: ownCardReply,
  handle: (ctx, { params }) => readOwnCard(ctx, { cardId: params.uuid }),
});
