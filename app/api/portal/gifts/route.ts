import { giftsReply, ListGiftsQuery } from "@/lib/contract/portal-gifts";
import { listGifts } from "@/lib/gifts/list";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListGiftsQuery,
  reply: giftsReply,
  handle: (ctx, { query }) => listGifts(ctx, query),
});
