import { listWalletSessions } from "@/lib/consumers/sessions";
import { walletBrowsersReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the browsers in which the wallet is open.",
    scope: "wallet:own",
    reply: walletBrowsersReply,
    refuses: ["unauthorized"],
    handle: listWalletSessions,
  }),
});
