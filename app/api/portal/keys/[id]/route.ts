import { ChangeKeyBody, KeyParams, keyReply } from "@/lib/api/contract/portal/keys";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { changeKey } from "@/lib/domain/api-keys/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:manage",
    params: KeyParams,
    body: ChangeKeyBody,
    reply: keyReply,
    handle: (ctx, { params, body }) => changeKey(ctx, { keyId: params.id, ...body }),
  }),
});
