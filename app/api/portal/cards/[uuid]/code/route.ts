import { CardParams } from "@/lib/contract/card";
import { cardCodeReply } from "@/lib/contract/portal-cards";
import { revealCode } from "@/lib/history/read-card";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Show a card's code; audited.",
    scope: "store:manage",
    params: CardParams,
    reply: cardCodeReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => revealCode(ctx, { cardId: params.uuid }),
  }),
});
