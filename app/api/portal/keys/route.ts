import { CreateKeyBody, keysReply, newKeyReply } from "@/lib/api/contract/portal/keys";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { createKeyAsMember } from "@/lib/domain/api-keys/create";
import { listKeys } from "@/lib/domain/api-keys/read";

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
