import { CodeBody, recoveryCodesReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { turnOnTotp } from "@/lib/domain/people/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: CodeBody,
  reply: recoveryCodesReply,
  handle: (ctx, { body }) => turnOnTotp(ctx, body),
});
