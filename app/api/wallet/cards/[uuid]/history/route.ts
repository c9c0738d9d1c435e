import { readOwnHistory } from "@/lib/consumers/wallet/history";
import { CardParams } from "@/lib/contract/card";
import { OwnHistoryQuery, ownHistoryReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List what moved on one of the consumer's cards, newest first.",
    scope: "wallet:card",
    params: CardParams,
    query: OwnHistoryQuery,
    reply: ownHistoryReply,
    refuses: ["unauthorized", "not_found"],
    handle: (ctx, { params, query }) => readOwnHistory(ctx, { cardId: params.uuid, ...query }),
  }),
});
