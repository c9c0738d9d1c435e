import { securityReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readSecurity } from "@/lib/merchants/profile";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "How the account of the person is secured.",
    scope: "store:read",
    reply: securityReply,
    refuses: ["unauthorized"],
    handle: readSecurity,
  }),
});
