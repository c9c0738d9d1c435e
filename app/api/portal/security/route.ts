import { securityReply } from "@/lib/contract/account";
import { get } from "@/lib/http/endpoint";
import { readSecurity } from "@/lib/merchants/profile";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  withoutSecondFactor: true,
  reply: securityReply,
  handle: readSecurity,
});
