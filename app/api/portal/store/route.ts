import { StoreChangeBody, storeReply } from "@/lib/contract/store";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readStore, updateStore } from "@/lib/merchants/settings";

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
