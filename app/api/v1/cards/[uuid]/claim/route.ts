import { claim } from "@/lib/cards/claim";
import { CardParams } from "@/lib/contract/card";
import { ClaimBody, claimReply } from "@/lib/contract/claim";
import { claimExample } from "@/lib/contract/examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Assign an active card without owner to a consumer.",
  description:
    "With `email`, assigns the card to this consumer and sends them an email with a magic link. " +
    "In shape A, without it, with `claimCode` or no body, assigns it to the consumer of the token " +
    "in `Scrip-Consumer`. Shape B requires `email`. If you send an email and a token, they must " +
    "belong to the same person. Without the card's " +
    "`claimCode`, the key also needs the scope `money:write`. Claiming again for " +
    "the same consumer returns 200 and sends no email. The store's owner must have confirmed " +
    "their email, and the email counts against the daily email quotas.",
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
