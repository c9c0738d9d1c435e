import { listWalletSessions } from "@/lib/consumers/sessions";
import { walletBrowsersReply } from "@/lib/contract/consumer-wallet";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "wallet:own",
  reply: walletBrowsersReply,
  handle: listWalletSessions,
});
