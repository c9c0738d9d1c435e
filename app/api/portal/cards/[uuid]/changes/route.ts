import { cardChangesReply } from "@/lib/api/contract/portal/card-history";
import { CardParams } from "@/lib/api/contract/v1/card";
import { get } from "@/lib/api/kernel/endpoint";
import { listChanges } from "@/lib/domain/transactions/list-changes";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: CardParams,
  reply: cardChangesReply,
  handle: (ctx, { params }) => listChanges(ctx, { cardId: params.uuid }),
});
