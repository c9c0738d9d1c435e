import { CreateKeyBody, keysReply, newKeyReply } from "@/lib/contract/keys";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { createKey } from "@/lib/merchants/keys/create";
import { listKeys } from "@/lib/merchants/keys/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the store's API keys.",
    scope: "store:read",
    reply: keysReply,
    refuses: [],
    handle: listKeys,
  }),
  POST: endpoint({
    summary: "Make an API key, shown whole this once.",
    scope: "store:manage",
    body: CreateKeyBody,
    status: 201,
    reply: newKeyReply,
    refuses: [],
    handle: (ctx, { body }) => createKey(ctx, body),
  }),
});
