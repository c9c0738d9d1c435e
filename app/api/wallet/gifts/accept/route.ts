import { acceptOfferedGift } from "@/lib/consumers/offered-gift";
import { OpenLinkBody, openedReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";
import { keepWallet } from "@/lib/http/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Accept the gift that a mailed link offers, and open its card in this browser.",
    scope: null,
    consumer: "known",
    body: OpenLinkBody,
    reply: openedReply,
    refuses: ["gift_settled", "rate_limited"],
    handle: async (ctx, { body }) => {
      const opened = await acceptOfferedGift(ctx, body);
      keepWallet(ctx, opened.token);
      return opened;
    },
  }),
});
