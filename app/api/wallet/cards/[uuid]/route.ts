import { readOwnCard } from "@/lib/consumers/wallet/cards";
import { CardParams } from "@/lib/contract/card";
import { ownCardReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read one of the consumer's cards.",
    scope: "wallet:card",
    params: CardParams,
    reply: ownCardReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => readOwnCard(ctx, { cardId: params.uuid }),
  }),
});
