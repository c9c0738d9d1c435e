import { KeyParams, keyReply, RenameKeyBody } from "@/lib/contract/keys";
import { endpoint, resource } from "@/lib/http/endpoint";
import { renameKey } from "@/lib/merchants/keys/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:manage",
    params: KeyParams,
    body: RenameKeyBody,
    reply: keyReply,
    handle: (ctx, { params, body }) => renameKey(ctx, { keyId: params.id, ...body }),
  }),
});
