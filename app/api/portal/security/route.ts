import { securityReply } from "@/lib/api/contract/portal/account";
import { get } from "@/lib/api/kernel/endpoint";
import { readSecurity } from "@/lib/domain/people/profile";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  withoutSecondFactor: true,
  reply: securityReply,
  handle: readSecurity,
});
