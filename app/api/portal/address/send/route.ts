import { NoBody } from "@/lib/contract/fields";
import { emptyReply } from "@/lib/contract/security";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { resendProof } from "@/lib/merchants/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Have another link to confirm the person's e-mail address mailed.",
    scope: "store:read",
    body: NoBody,
    status: 202,
    reply: emptyReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: resendProof,
  }),
});
