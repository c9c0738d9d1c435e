import { giftsReply, ListGiftsQuery } from "@/lib/api/contract/portal/gifts";
import { get } from "@/lib/api/kernel/endpoint";
import { listGifts } from "@/lib/domain/gifts/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListGiftsQuery,
  reply: giftsReply,
  handle: (ctx, { query }) => listGifts(ctx, query),
});
