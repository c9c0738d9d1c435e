import { revokeOtherWallets } from "@/lib/consumers/sessions";
import { revokedSessionsReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  reply: revokedSessionsReply,
  handle: revokeOtherWallets,
});
