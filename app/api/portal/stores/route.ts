import { NewStoreBody, storesReply, switchedStoreReply } from "@/lib/contract/store";
import { endpoint, resource } from "@/lib/http/endpoint";
import { createStore, listStores } from "@/lib/merchants/stores";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    withoutSecondFactor: true,
    reply: storesReply,
    handle: (ctx) => listStores(ctx),
  }),
  POST: endpoint({
    scope: "store:read",
    body: NewStoreBody,
    status: 201,
    reply: switchedStoreReply,
    handle: (ctx, { body }) => createStore(ctx, body),
  }),
});
