import { ProofBody, recoveryCodesReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { replaceRecoveryCodes } from "@/lib/merchants/totp/set-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Replace the recovery codes, told this once.",
    scope: "store:read",
    body: ProofBody,
    reply: recoveryCodesReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: (ctx, { body }) => replaceRecoveryCodes(ctx, body),
  }),
});
