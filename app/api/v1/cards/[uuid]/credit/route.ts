import { credit } from "@/lib/cards/movements";
import { CardParams, movementReply } from "@/lib/contract/card";
import { CreditBody } from "@/lib/contract/credit";
import { creditExample } from "@/lib/contract/examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "creditCard",
  summary: "Top up or refund a card",
  description:
    "Adds value to an active card. The credit is a refund if you send `originalTransactionId` or the source `refund`. Otherwise, it's a top-up.",
  scope: "money:write",
  limit: "money",
  params: CardParams,
  body: CreditBody,
  reply: movementReply,
  refuses: [
    "not_found",
    "card_not_active",
    "not_refundable",
    "refund_exceeds_original",
    "balance_limit_exceeded",
  ],
  example: creditExample,
  handle: (ctx, { params, body }) => credit(ctx, { cardId: params.uuid, ...body }),
});
