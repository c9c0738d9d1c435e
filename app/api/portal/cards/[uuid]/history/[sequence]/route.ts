import { CardChangeParams, explanationReply } from "@/lib/contract/card-history";
import { explainChange } from "@/lib/history/explain-change";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: CardChangeParams,
  reply: explanationReply,
  handle: (ctx, { params }) =>
    explainChange(ctx, { cardId: params.uuid, sequence: params.sequence }),
});
