import { passkeyOptionsReply, StartPasskeyBody } from "@/lib/contract/passkeys";
import { post } from "@/lib/http/endpoint";
import { startAddingPasskey } from "@/lib/merchants/passkeys/add";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: StartPasskeyBody,
  reply: passkeyOptionsReply,
  handle: (ctx, { body }) => startAddingPasskey(ctx, body),
});
