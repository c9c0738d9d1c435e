import { StoreChangeBody, storeReply } from "@/lib/contract/store";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readStore, updateStore } from "@/lib/merchants/settings";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read the store's settings.",
    scope: "store:read",
    reply: storeReply,
    refuses: [],
    handle: (ctx) => readStore(ctx),
  }),
  PATCH: endpoint({
    summary: "Change the store's settings.",
    scope: "store:manage",
    body: StoreChangeBody,
    reply: storeReply,
    refuses: [],
    handle: (ctx, { body }) => updateStore(ctx, body),
  }),
});
