import { ChangeKeyBody, KeyParams, keyReply } from "@/lib/contract/keys";
import { endpoint, resource } from "@/lib/http/endpoint";
import { changeKey } from "@/lib/merchants/keys/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:manage",
    params: KeyParams,
    body: ChangeKeyBody,
    reply: keyReply,
    handle: (ctx, { params, body }) => changeKey(ctx, { keyId: params.id, ...body }),
  }),
});
