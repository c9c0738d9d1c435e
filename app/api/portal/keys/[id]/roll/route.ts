import { KeyParams, newKeyReply, RollKeyBody } from "@/lib/api/contract/portal/keys";
import { post } from "@/lib/api/kernel/endpoint";
import { rollKeyAsMember } from "@/lib/domain/api-keys/roll";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: KeyParams,
  body: RollKeyBody,
  status: 201,
  reply: newKeyReply,
  handle: (ctx, { params, body }) => rollKeyAsMember(ctx, { keyId: params.id, ...body }),
});
