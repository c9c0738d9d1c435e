import { CardParams } from "@/lib/contract/card";
import { holdsReply, ListHoldsQuery, PlaceHoldBody, placedHoldReply } from "@/lib/contract/hold";
import { listHoldsExample, placeHoldExample } from "@/lib/contract/hold-examples";
import { listHolds } from "@/lib/holds/list";
import { placeHold } from "@/lib/holds/place";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the holds of a card, newest first.",
    scope: "cards:read",
    params: CardParams,
    query: ListHoldsQuery,
    reply: holdsReply,
    refuses: ["not_found"],
    example: listHoldsExample,
    handle: (ctx, { params, query }) => listHolds(ctx, { cardId: params.uuid, ...query }),
  }),
  POST: endpoint({
    summary: "Hold part of a card's balance.",
    description:
      "Sets an amount aside for a sale whose final amount is not known yet. Nothing else can take it until you capture or release the hold, or until it expires. A hold is no transaction and sends no webhook.",
    scope: "money:write",
    limit: "money",
    params: CardParams,
    body: PlaceHoldBody,
    status: 201,
    location: ({ hold }) => `/holds/${hold.id}`,
    reply: placedHoldReply,
    refuses: [
      "not_found",
      "card_not_active",
      "card_frozen",
      "card_expired",
      "insufficient_balance",
    ],
    example: placeHoldExample,
    handle: (ctx, { params, body }) => placeHold(ctx, { cardId: params.uuid, ...body }),
  }),
});
