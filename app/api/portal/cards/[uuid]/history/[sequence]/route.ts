import { CardChangeParams, explanationReply } from "@/lib/contract/card-history";
import { explainChange } from "@/lib/history/explain-change";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The gift or transfer a card's change was part of, and the events it caused.",
    scope: "store:read",
    params: CardChangeParams,
    reply: explanationReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) =>
      explainChange(ctx, { cardId: params.uuid, sequence: params.sequence }),
  }),
});
