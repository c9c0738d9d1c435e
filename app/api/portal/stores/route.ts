import { movedReply, NewStoreBody, storesReply } from "@/lib/contract/store";
import { endpoint, resource } from "@/lib/http/endpoint";
import { createStore, listStores } from "@/lib/merchants/stores";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the stores of the person who is signed in.",
    scope: "store:read",
    reply: storesReply,
    refuses: ["unauthorized"],
    handle: (ctx) => listStores(ctx),
  }),
  POST: endpoint({
    summary: "Create another store, owned by who asks, and turn the session to it.",
    scope: "store:read",
    body: NewStoreBody,
    status: 201,
    reply: movedReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: (ctx, { body }) => createStore(ctx, body),
  }),
});
