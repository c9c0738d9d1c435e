import { PasswordBody, totpSecretReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { setUpTotp } from "@/lib/merchants/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Make the secret of two-step sign-in.",
    scope: "store:read",
    body: PasswordBody,
    reply: totpSecretReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: (ctx, { body }) => setUpTotp(ctx, body),
  }),
});
