import { KeyParams, keyReply } from "@/lib/contract/keys";
import { endpoint, resource } from "@/lib/http/endpoint";
import { revokeKey } from "@/lib/merchants/keys/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Revoke an API key for good.",
    scope: "store:manage",
    params: KeyParams,
    reply: keyReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => revokeKey(ctx, { keyId: params.id }),
  }),
});
