import { CardParams } from "@/lib/api/contract/v1/card";
import { ClaimBody, claimReply } from "@/lib/api/contract/v1/claim";
import { claimExample } from "@/lib/api/contract/v1/examples";
import { post } from "@/lib/api/kernel/endpoint";
import { claim } from "@/lib/domain/cards/claim";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "claimCard",
  summary: "Assign a card",
  description:
    "Assigns an active card to a consumer. Send the consumer's `email`, and we send them a link to the card. In shape A, you " +
    "can send the consumer's token in `Scrip-Consumer` instead of `email`. If you send both, they must belong to the same " +
    "consumer. Shape B requires `email`. Without the card's code in `claimCode`, the key also needs the scope `money:write`. " +
    "If the card already belongs to this consumer, the response is 200, and we send no email. With `email`, the store's owner " +
    "must have a confirmed email address, and the email counts against the daily email quotas.",
  scope: "cards:write",
  scopeWithoutCode: "money:write",
  consumer: "token",
  params: CardParams,
  body: ClaimBody,
  reply: claimReply,
  refuses: [
    "consumer_unauthorized",
    "not_found",
    "card_not_active",
    "card_already_claimed",
    "store_not_confirmed",
  ],
  example: claimExample,
  handle: (ctx, { params, body }) => claim(ctx, { cardId: params.uuid, ...body }),
});
