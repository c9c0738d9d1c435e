import { balanceReply, CardParams } from "@/lib/api/contract/v1/card";
import { balanceExample } from "@/lib/api/contract/v1/examples";
import { get } from "@/lib/api/kernel/endpoint";
import { readBalance } from "@/lib/domain/transactions/read-card";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getCardBalance",
  summary: "Get a card's balance",
  scope: "cards:read",
  params: CardParams,
  reply: balanceReply,
  refuses: ["not_found"],
  example: balanceExample,
  handle: (ctx, { params }) => readBalance(ctx, { cardId: params.uuid }),
});
