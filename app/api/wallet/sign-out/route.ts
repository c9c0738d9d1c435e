import { closeWallet } from "@/lib/consumers/sessions";
import { emptyReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { clearWalletCookie } from "@/lib/http/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:card",
  reply: emptyReply,
  handle: async (ctx) => {
    const closed = await closeWallet(ctx);
    clearWalletCookie(ctx);
    return closed;
  },
});
