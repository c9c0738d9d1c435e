import { CodeBody, recoveryCodesReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { turnOnTotp } from "@/lib/merchants/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: CodeBody,
  reply: recoveryCodesReply,
  handle: (ctx, { body }) => turnOnTotp(ctx, body),
});
