import { cardOnPlatformReply, platformCardReply } from "@/lib/api/contract/portal/platform";
import { CardParams } from "@/lib/api/contract/v1/card";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { queueCard } from "@/lib/domain/shops/queue";
import { readCard } from "@/lib/domain/shops/read";

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
