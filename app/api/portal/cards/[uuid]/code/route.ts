import { CardParams } from "@/lib/contract/card-requests";
import { NoBody } from "@/lib/contract/fields";
import { cardCodeReply } from "@/lib/contract/portal-cards";
import { revealCode } from "@/lib/history/read-card";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Show a card's code; audited.",
    scope: "store:manage",
    params: CardParams,
    body: NoBody,
    reply: cardCodeReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => revealCode(ctx, { cardId: params.uuid }),
  }),
});
