import { emptyReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { clearWalletCookie } from "@/lib/api/kernel/sessions";
import { closeWallet } from "@/lib/domain/wallet/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:card",
  reply: emptyReply,
  handle: async (ctx) => {
    const closed = await closeWallet(ctx);
    clearWalletCookie(ctx);
    return closed;
  },
});
