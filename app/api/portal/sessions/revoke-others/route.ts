import { revokedSessionsReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { revokeOtherSessions } from "@/lib/domain/people/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  reply: revokedSessionsReply,
  handle: revokeOtherSessions,
});
