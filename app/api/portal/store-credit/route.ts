import { ListWalletsQuery, walletsReply } from "@/lib/api/contract/v1/store-credit";
import { get } from "@/lib/api/kernel/endpoint";
import { listWallets } from "@/lib/domain/store-credit/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  query: ListWalletsQuery,
  reply: walletsReply,
  handle: (ctx, { query }) => listWallets(ctx, query),
});
