import { cardWithHistoryReply, LookupBody } from "@/lib/contract/card";
import { lookupExample } from "@/lib/contract/examples";
import { lookUpCard } from "@/lib/history/read-card";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Find a card by its code.",
  description:
    "A POST request keeps the code out of URLs and logs. Returns the same as `GET /cards/{uuid}`.",
  scope: "cards:read",
  body: LookupBody,
  reply: cardWithHistoryReply,
  refuses: ["not_found"],
  example: lookupExample,
  handle: (ctx, { body }) => lookUpCard(ctx, body),
});
