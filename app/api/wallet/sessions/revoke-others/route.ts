import { revokeOtherWallets } from "@/lib/consumers/sessions";
import { revokedSessionsReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Close the wallet in every other browser.",
    scope: "wallet:own",
    reply: revokedSessionsReply,
    refuses: ["unauthorized"],
    handle: revokeOtherWallets,
  }),
});
