import { CodeBody, recoveryCodesReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { turnOnTotp } from "@/lib/merchants/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Turn two-step sign-in on; the recovery codes are told this once.",
    scope: "store:read",
    body: CodeBody,
    reply: recoveryCodesReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: (ctx, { body }) => turnOnTotp(ctx, body),
  }),
});
