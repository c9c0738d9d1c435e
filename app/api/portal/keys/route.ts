import { CreateKeyBody, keysReply, newKeyReply } from "@/lib/contract/keys";
import { endpoint, resource } from "@/lib/http/endpoint";
import { createKeyAsMember } from "@/lib/merchants/keys/create";
import { listKeys } from "@/lib/merchants/keys/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: keysReply,
    handle: listKeys,
  }),
  POST: endpoint({
    scope: "store:manage",
    body: CreateKeyBody,
    status: 201,
    reply: newKeyReply,
    handle: (ctx, { body }) => createKeyAsMember(ctx, body),
  }),
});
