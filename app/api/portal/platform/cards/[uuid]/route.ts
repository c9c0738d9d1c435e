import { CardParams } from "@/lib/contract/card";
import { cardOnPlatformReply, platformCardReply } from "@/lib/contract/platform";
import { endpoint, resource } from "@/lib/http/endpoint";
import { queueCard } from "@/lib/platforms/queue";
import { readCard } from "@/lib/platforms/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read how a card is on the store's platform.",
    scope: "store:read",
    params: CardParams,
    reply: cardOnPlatformReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => readCard(ctx, { cardId: params.uuid }),
  }),
  POST: endpoint({
    summary: "Create a card on the store's platform, or try again what has failed.",
    scope: "store:manage",
    params: CardParams,
    reply: platformCardReply,
    refuses: ["not_found", "platform_not_connected", "card_not_active"],
    handle: (ctx, { params }) => queueCard(ctx, { cardId: params.uuid }),
  }),
});
