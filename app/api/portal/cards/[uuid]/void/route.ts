import { voidCard } from "@/lib/cards/disable";
import { CardParams, cardReply } from "@/lib/contract/card";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Disable a card for good that was never sold.",
    scope: "store:manage",
    params: CardParams,
    reply: cardReply,
    refuses: ["not_found", "card_already_active", "card_already_disabled"],
    handle: (ctx, { params }) => voidCard(ctx, { cardId: params.uuid }),
  }),
});
