import { readOwnHistory } from "@/lib/consumers/wallet/history";
import { CardParams } from "@/lib/contract/card";
import { OwnHistoryQuery, ownHistoryReply } from "@/lib/contract/consumer-wallet";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:card",
  params: CardParams,
  query: OwnHistoryQuery,
  reply: ownHistoryReply,
  handle: (ctx, { params, query }) => readOwnHistory(ctx, { cardId: params.uuid, ...query }),
});
