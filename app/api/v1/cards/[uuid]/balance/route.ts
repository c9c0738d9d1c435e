import { balanceReply, CardParams } from "@/lib/contract/card";
import { balanceExample } from "@/lib/contract/examples";
import { readBalance } from "@/lib/history/read-card";
import { get } from "@/lib/http/endpoint";

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
