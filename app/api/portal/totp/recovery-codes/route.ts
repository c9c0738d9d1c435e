import { ProofBody, recoveryCodesReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { replaceRecoveryCodes } from "@/lib/merchants/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: ProofBody,
  reply: recoveryCodesReply,
  handle: (ctx, { body }) => replaceRecoveryCodes(ctx, body),
});
