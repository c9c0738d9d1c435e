import { CardParams, cardWithHistoryReply } from "@/lib/contract/card";
import { readCardExample } from "@/lib/contract/examples";
import { readCard } from "@/lib/history/read-card";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  summary: "Read a card with its balance and its latest transactions.",
  scope: "cards:read",
  params: CardParams,
  reply: cardWithHistoryReply,
  refuses: ["not_found"],
  example: readCardExample,
  handle: (ctx, { params }) => readCard(ctx, { cardId: params.uuid }),
});
