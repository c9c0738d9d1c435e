import { type Replaced, replace } from "@/lib/cards/replace";
import { CardParams } from "@/lib/contract/card";
import { ReplaceBody, replaceReply } from "@/lib/contract/card-state";
import { replaceExample } from "@/lib/contract/card-state-examples";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Replace a lost card by a new one.",
  description:
    "Moves the balance to a new, active card and disables the old one, in one step. The new card has the " +
    "owner, expiration date, batch, PIN, metadata and holds of the old one, which shows it as " +
    "`replacedBy`. The response shows the new card's code like the response that creates a card; the old " +
    "card's code is always masked. A frozen or expired card can be replaced too. The two movements are a " +
    "`transfer_out` and a `transfer_in` with the source `replacement` and one `transferId`.",
  scope: "cards:write",
  alsoScope: "money:write",
  createdBy: ({ createdBy }: Replaced) => createdBy,
  limit: "create",
  params: CardParams,
  body: ReplaceBody,
  status: 201,
  location: ({ card }) => `/cards/${card.id}`,
  reply: replaceReply,
  refuses: ["not_found", "card_not_active"],
  example: replaceExample,
  handle: (ctx, { params, body }) => replace(ctx, { cardId: params.uuid, ...body }),
});
