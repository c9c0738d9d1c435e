import { walletBrowsersReply } from "@/lib/api/contract/wallet/wallet";
import { get } from "@/lib/api/kernel/endpoint";
import { listWalletSessions } from "@/lib/domain/wallet/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:own",
  reply: walletBrowsersReply,
  handle: listWalletSessions,
});
