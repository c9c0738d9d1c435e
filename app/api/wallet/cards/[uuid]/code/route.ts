import { revealOwnCode } from "@/lib/consumers/wallet/cards";
import { CardParams } from "@/lib/contract/card-requests";
import { ownCodeReply } from "@/lib/contract/consumer-wallet";
import { NoBody } from "@/lib/contract/fields";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Show the code of one of the consumer's cards.",
    scope: "wallet:card",
    params: CardParams,
    body: NoBody,
    reply: ownCodeReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params }) => revealOwnCode(ctx, { cardId: params.uuid }),
  }),
});
