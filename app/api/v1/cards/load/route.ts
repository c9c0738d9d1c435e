import { LoadBody, movementReply } from "@/lib/api/contract/v1/card";
import { loadExample } from "@/lib/api/contract/v1/examples";
import { post } from "@/lib/api/kernel/endpoint";
import { load } from "@/lib/domain/cards/load";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  operationId: "loadCard",
  summary: "Load a card by code",
  description:
    "Finds a card by its code or UUID. Activates the card if it's inactive, or tops it up if it's active. For tills that scan codes. Wrong codes count against the same limit as in `POST /cards/lookup`.",
  scope: "money:write",
  limit: "money",
  limitOnActivation: "activate",
  body: LoadBody,
  reply: movementReply,
  refuses: [
    "not_found",
    "card_not_active",
    "currency_mismatch",
    "balance_limit_exceeded",
    "amount_not_allowed",
  ],
  example: loadExample,
  handle: (ctx, { body }) => load(ctx, body),
});
