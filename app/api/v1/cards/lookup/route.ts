import { cardWithHistoryReply, LookupBody } from "@/lib/api/contract/v1/card";
import { lookupExample } from "@/lib/api/contract/v1/examples";
import { post } from "@/lib/api/kernel/endpoint";
import { lookUpCard } from "@/lib/domain/transactions/read-card";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "lookUpCard",
  summary: "Find a card by code",
  description:
    "Returns the same response as `GET /cards/{uuid}`. Lookups are POST requests, which keep codes out of URLs and logs. A key can send up to 300 wrong codes in 15 minutes.",
  scope: "cards:read",
  body: LookupBody,
  reply: cardWithHistoryReply,
  refuses: ["not_found"],
  example: lookupExample,
  handle: (ctx, { body }) => lookUpCard(ctx, body),
});
