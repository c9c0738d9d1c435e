import { CardParams } from "@/lib/contract/card";
import { cardOnPlatformReply, platformCardReply } from "@/lib/contract/platform";
import { endpoint, resource } from "@/lib/http/endpoint";
import { queueCard } from "@/lib/platforms/queue";
import { readCard } from "@/lib/platforms/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    params: CardParams,
    reply: cardOnPlatformReply,
    handle: (ctx, { params }) => readCard(ctx, { cardId: params.uuid }),
  }),
  POST: endpoint({
    scope: "store:manage",
    params: CardParams,
    reply: platformCardReply,
    handle: (ctx, { params }) => queueCard(ctx, { cardId: params.uuid }),
  }),
});
