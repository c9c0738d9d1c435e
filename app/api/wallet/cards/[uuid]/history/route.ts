import { CardParams } from "@/lib/api/contract/v1/card";
import { OwnHistoryQuery, ownHistoryReply } from "@/lib/api/contract/wallet/wallet";
import { get } from "@/lib/api/kernel/endpoint";
import { readOwnHistory } from "@/lib/domain/wallet/wallet/history";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:card",
  params: CardParams,
  query: OwnHistoryQuery,
  reply: ownHistoryReply,
  handle: (ctx, { params, query }) => readOwnHistory(ctx, { cardId: params.uuid, ...query }),
});
