import { KeyParams, keyReply } from "@/lib/contract/keys";
import { post } from "@/lib/http/endpoint";
import { revokeKey } from "@/lib/merchants/keys/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: KeyParams,
  reply: keyReply,
  handle: (ctx, { params }) => revokeKey(ctx, { keyId: params.id }),
});
