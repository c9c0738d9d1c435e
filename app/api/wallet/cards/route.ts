import { listOwnCards } from "@/lib/consumers/wallet/cards";
import { ownCardsReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the consumer's cards of every store.",
    scope: "wallet:card",
    reply: ownCardsReply,
    refuses: ["unauthorized"],
    handle: listOwnCards,
  }),
});
