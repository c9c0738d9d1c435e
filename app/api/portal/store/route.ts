import { StoreChangeBody, storeReply } from "@/lib/api/contract/portal/store";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { readStore, updateStore } from "@/lib/domain/stores/settings";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: storeReply,
    handle: (ctx) => readStore(ctx),
  }),
  PATCH: endpoint({
    scope: "store:manage",
    body: StoreChangeBody,
    reply: storeReply,
    handle: (ctx, { body }) => updateStore(ctx, body),
  }),
});
