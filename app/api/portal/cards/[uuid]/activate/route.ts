import { activate } from "@/lib/cards/movements";
import { CardParams, movementReply } from "@/lib/contract/card";
import { ActivateByHandBody } from "@/lib/contract/portal-cards";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Activate an inactive card with its first balance, a note and a reference.",
    scope: "store:manage",
    limit: "activate",
    params: CardParams,
    body: ActivateByHandBody,
    reply: movementReply,
    refuses: ["not_found", "card_already_active", "card_not_active", "card_already_claimed"],
    handle: (ctx, { params, body }) => activate(ctx, { cardId: params.uuid, ...body }),
  }),
});
