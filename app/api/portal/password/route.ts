import { ChangePasswordBody, revokedSessionsReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { changePassword } from "@/lib/merchants/passwords/change";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Choose another password; the person's other sessions end.",
    scope: "store:read",
    body: ChangePasswordBody,
    reply: revokedSessionsReply,
    refuses: ["unauthorized", "rate_limited"],
    handle: (ctx, { body }) => changePassword(ctx, body),
  }),
});
