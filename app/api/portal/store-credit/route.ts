import { ListWalletsQuery, walletsReply } from "@/lib/contract/store-credit";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listWallets } from "@/lib/store-credit/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the store credit of the store's customers, newest first.",
    scope: "store:read",
    query: ListWalletsQuery,
    reply: walletsReply,
    handle: (ctx, { query }) => listWallets(ctx, query),
  }),
});
