import { CardParams } from "@/lib/contract/card";
import { cardChangesReply } from "@/lib/contract/card-history";
import { listChanges } from "@/lib/history/list-changes";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: CardParams,
  reply: cardChangesReply,
  handle: (ctx, { params }) => listChanges(ctx, { cardId: params.uuid }),
});
