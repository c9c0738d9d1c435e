import { ProofBody, recoveryCodesReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { replaceRecoveryCodes } from "@/lib/domain/people/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: ProofBody,
  reply: recoveryCodesReply,
  handle: (ctx, { body }) => replaceRecoveryCodes(ctx, body),
});
