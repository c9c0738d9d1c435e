import { closeWallet } from "@/lib/consumers/sessions";
import { NoBody } from "@/lib/contract/fields";
import { emptyReply } from "@/lib/contract/security";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { dropWallet } from "@/lib/http/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Close the wallet in this browser.",
    scope: "wallet:card",
    body: NoBody,
    reply: emptyReply,
    refuses: ["unauthorized"],
    handle: async (ctx) => {
      const closed = await closeWallet(ctx);
      dropWallet(ctx);
      return closed;
    },
  }),
});
