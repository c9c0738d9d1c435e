import { listWalletSessions } from "@/lib/consumers/sessions";
import { walletBrowsersReply } from "@/lib/contract/consumer-wallet";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the browsers in which the wallet is open.",
    scope: "wallet:own",
    reply: walletBrowsersReply,
    refuses: ["unauthorized"],
    handle: listWalletSessions,
  }),
});
