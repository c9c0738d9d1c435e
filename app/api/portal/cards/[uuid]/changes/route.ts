import { cardChangesReply } from "@/lib/contract/card-history";
import { CardParams } from "@/lib/contract/card-requests";
import { listChanges } from "@/lib/history/list-changes";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
