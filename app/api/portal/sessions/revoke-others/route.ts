import { revokedSessionsReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { revokeOtherSessions } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  reply: revokedSessionsReply,
  handle: revokeOtherSessions,
});
