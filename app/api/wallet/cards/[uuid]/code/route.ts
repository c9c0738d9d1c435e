import { revealOwnCode } from "@/lib/consumers/wallet/cards";
import { CardParams } from "@/lib/contract/card";
import { ownCodeReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Show the code of one of the consumer's cards.",
    scope: "wallet:card",
    params: CardParams,
    reply: ownCodeReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => revealOwnCode(ctx, { cardId: params.uuid }),
  }),
});
