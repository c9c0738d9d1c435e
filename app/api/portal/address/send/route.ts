import { emptyReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { resendConfirmationLink } from "@/lib/merchants/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Have another link to confirm the person's e-mail address mailed.",
    scope: "store:read",
    status: 202,
    reply: emptyReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: resendConfirmationLink,
  }),
});
