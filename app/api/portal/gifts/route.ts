import { giftsReply, ListGiftsQuery } from "@/lib/contract/portal-gifts";
import { listGifts } from "@/lib/gifts/list";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary:
      "List the gifts between the store's customers, newest first; of one customer if asked.",
    scope: "store:read",
    query: ListGiftsQuery,
    reply: giftsReply,
    refuses: ["not_found"],
    handle: (ctx, { query }) => listGifts(ctx, query),
  }),
});
