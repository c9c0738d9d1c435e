import { editCard, readDetails } from "@/lib/cards/edit";
import { CardParams } from "@/lib/contract/card";
import { cardDetailsReply, EditCardBody } from "@/lib/contract/portal-cards";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    params: CardParams,
    reply: cardDetailsReply,
    handle: (ctx, { params }) => readDetails(ctx, { cardId: params.uuid }),
  }),
  PATCH: endpoint({
    scope: "store:manage",
    params: CardParams,
    body: EditCardBody,
    reply: cardDetailsReply,
    handle: (ctx, { params, body }) => editCard(ctx, { cardId: params.uuid, ...body }),
  }),
});
