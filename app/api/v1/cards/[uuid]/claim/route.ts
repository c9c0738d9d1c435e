import { claim } from "@/lib/cards/claim";
import { CardParams, ClaimBody, claimReply } from "@/lib/contract/card";
import { claimExample } from "@/lib/contract/examples";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Assign an active card without owner to a consumer.",
    description:
      "With `email` the card is that consumer's at once, and a mail with a magic link invites them. " +
      "Without it, with a `claimCode` or no body at all, the card is the consumer's whose token " +
      "stands in `Scrip-Consumer`. When both are sent they must name the same person. Claimed " +
      "again by the same consumer, it is a 200 without another mail.",
    scope: "cards:write",
    consumer: "token",
    params: CardParams,
    body: ClaimBody,
    reply: claimReply,
    refuses: ["consumer_unauthorized", "not_found", "card_not_active", "card_already_claimed"],
    example: claimExample,
    handle: (ctx, { params, body }) => claim(ctx, { cardId: params.uuid, ...body }),
  }),
});
