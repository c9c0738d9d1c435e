import { ListWalletsQuery, walletsReply } from "@/lib/contract/store-credit";
import { get } from "@/lib/http/endpoint";
import { listWallets } from "@/lib/store-credit/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListWalletsQuery,
  reply: walletsReply,
  handle: (ctx, { query }) => listWallets(ctx, query),
});
