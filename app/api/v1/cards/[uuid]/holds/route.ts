import { CardParams } from "@/lib/api/contract/v1/card";
import {
  holdsReply,
  ListHoldsQuery,
  PlaceHoldBody,
  placedHoldReply,
} from "@/lib/api/contract/v1/hold";
import { listHoldsExample, placeHoldExample } from "@/lib/api/contract/v1/hold-examples";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { listHolds } from "@/lib/domain/holds/list";
import { placeHold } from "@/lib/domain/holds/place";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "listHolds",
    summary: "List a card's holds",
    scope: "cards:read",
    params: CardParams,
    query: ListHoldsQuery,
    reply: holdsReply,
    refuses: ["not_found"],
    example: listHoldsExample,
    handle: (ctx, { params, query }) => listHolds(ctx, { cardId: params.uuid, ...query }),
  }),
  POST: endpoint({
    operationId: "createHold",
    summary: "Place a hold",
    description:
      "Reserves part of a card's balance for a sale whose final amount isn't known yet. The amount can't be used for anything else until you capture or release the hold, or the hold expires. A hold isn't a transaction and sends no webhook.",
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
