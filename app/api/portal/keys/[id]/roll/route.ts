import { KeyParams, newKeyReply, RollKeyBody } from "@/lib/contract/keys";
import { endpoint, resource } from "@/lib/http/endpoint";
import { rollKey } from "@/lib/merchants/keys/roll";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Make an API key in place of another, shown whole this once.",
    scope: "store:manage",
    params: KeyParams,
    body: RollKeyBody,
    status: 201,
    reply: newKeyReply,
    refuses: ["not_found"],
    handle: (ctx, { params, body }) => rollKey(ctx, { keyId: params.id, ...body }),
  }),
});
