import { KeyParams, newKeyReply, RollKeyBody } from "@/lib/contract/keys";
import { post } from "@/lib/http/endpoint";
import { rollKeyAsMember } from "@/lib/merchants/keys/roll";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: KeyParams,
  body: RollKeyBody,
  status: 201,
  reply: newKeyReply,
  handle: (ctx, { params, body }) => rollKeyAsMember(ctx, { keyId: params.id, ...body }),
});
