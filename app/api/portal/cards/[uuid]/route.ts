import { cardDetailsReply, EditCardBody } from "@/lib/api/contract/portal/cards";
import { CardParams } from "@/lib/api/contract/v1/card";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { editCard, readDetails } from "@/lib/domain/cards/edit";

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
