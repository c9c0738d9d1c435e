import { revokedSessionsReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { revokeOtherWallets } from "@/lib/domain/wallet/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  reply: revokedSessionsReply,
  handle: revokeOtherWallets,
});
