import { StoreChangeBody, storeReply } from "@/lib/contract/store";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readStore, updateStore } from "@/lib/merchants/settings";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read the store's settings.",
    scope: "store:read",
    reply: storeReply,
    handle: (ctx) => readStore(ctx),
  }),
  PATCH: endpoint({
    summary: "Change the store's settings.",
    scope: "store:manage",
    body: StoreChangeBody,
    reply: storeReply,
    handle: (ctx, { body }) => updateStore(ctx, body),
  }),
});
