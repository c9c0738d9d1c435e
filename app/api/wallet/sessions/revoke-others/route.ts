import { revokeOtherWallets } from "@/lib/consumers/sessions";
import { NoBody } from "@/lib/contract/fields";
import { revokedSessionsReply } from "@/lib/contract/sessions";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Close the wallet in every other browser.",
    scope: "wallet:own",
    body: NoBody,
    reply: revokedSessionsReply,
    refuses: ["unauthorized"],
    handle: revokeOtherWallets,
  }),
});
