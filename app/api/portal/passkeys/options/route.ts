import { passkeyOptionsReply, StartPasskeyBody } from "@/lib/api/contract/portal/passkeys";
import { post } from "@/lib/api/kernel/endpoint";
import { startAddingPasskey } from "@/lib/domain/people/passkeys/add";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: StartPasskeyBody,
  reply: passkeyOptionsReply,
  handle: (ctx, { body }) => startAddingPasskey(ctx, body),
});
