import { closeWallet } from "@/lib/consumers/sessions";
import { emptyReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { dropWallet } from "@/lib/http/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Close the wallet in this browser.",
    scope: "wallet:card",
    reply: emptyReply,
    refuses: ["unauthorized"],
    handle: async (ctx) => {
      const closed = await closeWallet(ctx);
      dropWallet(ctx);
      return closed;
    },
  }),
});
