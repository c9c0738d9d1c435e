import { listOwnCards } from "@/lib/consumers/wallet/cards";
import { ownCardsReply } from "@/lib/contract/consumer-wallet";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:card",
  reply: ownCardsReply,
  handle: listOwnCards,
});
