import { PasswordBody, totpSecretReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { setUpTotp } from "@/lib/domain/people/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: PasswordBody,
  reply: totpSecretReply,
  handle: (ctx, { body }) => setUpTotp(ctx, body),
});
