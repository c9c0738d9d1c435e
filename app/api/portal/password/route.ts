import { ChangePasswordBody, revokedSessionsReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { changePassword } from "@/lib/domain/people/passwords/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: ChangePasswordBody,
  reply: revokedSessionsReply,
  handle: (ctx, { body }) => changePassword(ctx, body),
});
