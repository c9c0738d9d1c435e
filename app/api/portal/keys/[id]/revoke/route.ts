import { KeyParams, keyReply } from "@/lib/api/contract/portal/keys";
import { post } from "@/lib/api/kernel/endpoint";
import { revokeKey } from "@/lib/domain/api-keys/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: KeyParams,
  reply: keyReply,
  handle: (ctx, { params }) => revokeKey(ctx, { keyId: params.id }),
});
