import { ownCardsReply } from "@/lib/api/contract/wallet/wallet";
import { get } from "@/lib/api/kernel/endpoint";
import { listOwnCards } from "@/lib/domain/wallet/wallet/cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:card",
  reply: ownCardsReply,
  handle: listOwnCards,
});
