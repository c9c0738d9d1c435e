import { claim } from "@/lib/cards/claim";
import { claimReply } from "@/lib/contract/card";
import { CardParams, ClaimBody } from "@/lib/contract/card-requests";
import { claimExample } from "@/lib/contract/examples";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Assign an active card without owner to a consumer, who is invited by e-mail.",
    scope: "cards:write",
    params: CardParams,
    body: ClaimBody,
    reply: claimReply,
    refuses: ["not_found", "card_not_active", "card_already_claimed"],
    example: claimExample,
    handle: (ctx, { params, body }) => claim(ctx, { cardId: params.uuid, ...body }),
  }),
});
