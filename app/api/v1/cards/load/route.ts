import { load } from "@/lib/cards/movements";
import { LoadBody, movementReply } from "@/lib/contract/card";
import { loadExample } from "@/lib/contract/examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Load a card by code",
  description:
    "Activates an inactive card or tops up an active one, by its code or UUID. For tills that scan codes.",
  scope: "money:write",
  limit: "money",
  limitOnActivation: "activate",
  body: LoadBody,
  reply: movementReply,
  refuses: ["not_found", "card_not_active", "currency_mismatch", "balance_limit_exceeded"],
  example: loadExample,
  handle: (ctx, { body }) => load(ctx, body),
});
