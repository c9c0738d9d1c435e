import { emptyReply, ProofBody } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { turnOffTotp } from "@/lib/merchants/totp/turn-off";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Turn two-step sign-in off.",
    scope: "store:read",
    body: ProofBody,
    reply: emptyReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: (ctx, { body }) => turnOffTotp(ctx, body),
  }),
});
