import { AddPasskeyBody, passkeyReply, passkeysReply } from "@/lib/api/contract/portal/passkeys";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { addPasskey } from "@/lib/domain/people/passkeys/add";
import { listPasskeys } from "@/lib/domain/people/passkeys/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    withoutSecondFactor: true,
    reply: passkeysReply,
    handle: (ctx) => listPasskeys(ctx),
  }),
  POST: endpoint({
    scope: "store:read",
    withoutSecondFactor: true,
    body: AddPasskeyBody,
    status: 201,
    reply: passkeyReply,
    handle: (ctx, { body }) => addPasskey(ctx, body),
  }),
});
