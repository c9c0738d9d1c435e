import { disable } from "@/lib/cards/disable";
import { CardParams, cardReply } from "@/lib/contract/card";
import { disableExample } from "@/lib/contract/examples";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Disable a card for good.",
    description: "No further transactions are allowed; a balance that is left can't be spent.",
    scope: "cards:write",
    params: CardParams,
    reply: cardReply,
    refuses: ["not_found", "card_not_active", "card_already_disabled"],
    example: disableExample,
    handle: (ctx, { params }) => disable(ctx, { cardId: params.uuid }),
  }),
});
