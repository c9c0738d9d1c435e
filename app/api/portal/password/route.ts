import { ChangePasswordBody, revokedSessionsReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { changePassword } from "@/lib/merchants/passwords/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: ChangePasswordBody,
  reply: revokedSessionsReply,
  handle: (ctx, { body }) => changePassword(ctx, body),
});
