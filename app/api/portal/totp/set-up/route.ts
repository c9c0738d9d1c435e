import { PasswordBody, totpSecretReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { setUpTotp } from "@/lib/merchants/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: PasswordBody,
  reply: totpSecretReply,
  handle: (ctx, { body }) => setUpTotp(ctx, body),
});
