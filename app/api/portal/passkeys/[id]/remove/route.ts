import { emptyReply } from "@/lib/api/contract/portal/account";
import { PasskeyParams, RemovePasskeyBody } from "@/lib/api/contract/portal/passkeys";
import { post } from "@/lib/api/kernel/endpoint";
import { removePasskey } from "@/lib/domain/people/passkeys/list";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  params: PasskeyParams,
  body: RemovePasskeyBody,
  reply: emptyReply,
  handle: (ctx, { params, body }) => removePasskey(ctx, { ...params, ...body }),
});
