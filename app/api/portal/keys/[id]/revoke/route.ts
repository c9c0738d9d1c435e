import { NoBody } from "@/lib/contract/fields";
import { KeyParams, keyReply } from "@/lib/contract/keys";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { revokeKey } from "@/lib/merchants/keys/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Revoke an API key for good.",
    scope: "store:manage",
    params: KeyParams,
    body: NoBody,
    reply: keyReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => revokeKey(ctx, { keyId: params.id }),
  }),
});
