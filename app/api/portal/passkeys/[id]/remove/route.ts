import { emptyReply } from "@/lib/contract/account";
import { PasskeyParams, RemovePasskeyBody } from "@/lib/contract/passkeys";
import { post } from "@/lib/http/endpoint";
import { removePasskey } from "@/lib/merchants/passkeys/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  params: PasskeyParams,
  body: RemovePasskeyBody,
  reply: emptyReply,
  handle: (ctx, { params, body }) => removePasskey(ctx, { ...params, ...body }),
});
