import { NewStoreBody, storesReply, switchedStoreReply } from "@/lib/api/contract/portal/store";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { createStore, listStores } from "@/lib/domain/stores/stores";

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
