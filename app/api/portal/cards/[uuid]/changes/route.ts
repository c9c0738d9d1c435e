import { CardParams } from "@/lib/contract/card";
import { cardChangesReply } from "@/lib/contract/card-history";
import { listChanges } from "@/lib/history/list-changes";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "When a card was made, given away and disabled, and by whom.",
    scope: "store:read",
    params: CardParams,
    reply: cardChangesReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => listChanges(ctx, { cardId: params.uuid }),
  }),
});
