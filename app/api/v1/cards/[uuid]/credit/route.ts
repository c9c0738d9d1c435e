import { CardParams, movementReply } from "@/lib/api/contract/v1/card";
import { CreditBody } from "@/lib/api/contract/v1/credit";
import { creditExample } from "@/lib/api/contract/v1/examples";
import { post } from "@/lib/api/kernel/endpoint";
import { credit } from "@/lib/domain/cards/credit";

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
