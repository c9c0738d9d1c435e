import {
  ChangeKeyBody,
  CreateKeyBody,
  KeyParams,
  keyReply,
  keysReply,
  newKeyReply,
  RollKeyBody,
} from "@/lib/api/contract/portal/keys";
import { endpoint, post, resource } from "@/lib/api/kernel/endpoint";
import { changeKey, revokeKey } from "@/lib/domain/api-keys/change";
import { createKeyAsMember } from "@/lib/domain/api-keys/create";
import { createTestKey } from "@/lib/domain/api-keys/create-test-key";
import { listKeys } from "@/lib/domain/api-keys/read";
import { rollKeyAsMember } from "@/lib/domain/api-keys/roll";

export const apiKeys = {
  "/keys": resource({
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
  }),
  "/keys/{id}/revoke": post({
    scope: "store:manage",
    params: KeyParams,
    reply: keyReply,
    handle: (ctx, { params }) => revokeKey(ctx, { keyId: params.id }),
  }),
  "/keys/{id}/roll": post({
    scope: "store:manage",
    params: KeyParams,
    body: RollKeyBody,
    status: 201,
    reply: newKeyReply,
    handle: (ctx, { params, body }) => rollKeyAsMember(ctx, { keyId: params.id, ...body }),
  }),
  "/keys/{id}": resource({
    PATCH: endpoint({
      scope: "store:manage",
      params: KeyParams,
      body: ChangeKeyBody,
      reply: keyReply,
      handle: (ctx, { params, body }) => changeKey(ctx, { keyId: params.id, ...body }),
    }),
  }),
  "/test-keys": post({
    scope: "store:manage",
    status: 201,
    reply: newKeyReply,
    handle: (ctx) => createTestKey(ctx),
  }),
};
