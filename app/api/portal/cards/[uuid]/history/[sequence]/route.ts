import { CardChangeParams, explanationReply } from "@/lib/api/contract/portal/card-history";
import { get } from "@/lib/api/kernel/endpoint";
import { explainChange } from "@/lib/domain/transactions/explain-change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: CardChangeParams,
  reply: explanationReply,
  handle: (ctx, { params }) =>
    explainChange(ctx, { cardId: params.uuid, sequence: params.sequence }),
});
