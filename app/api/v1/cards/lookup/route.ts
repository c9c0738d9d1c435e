import { cardWithHistoryReply, LookupBody } from "@/lib/contract/card";
import { lookupExample } from "@/lib/contract/examples";
import { lookUpCard } from "@/lib/history/read-card";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Find a card by its code.",
    description:
      "A POST, so that the code stands in no URL and no log. Answers as GET /cards/{uuid}.",
    scope: "cards:read",
    body: LookupBody,
    reply: cardWithHistoryReply,
    refuses: ["not_found"],
    example: lookupExample,
    handle: (ctx, { body }) => lookUpCard(ctx, body),
  }),
});
