import { openLink } from "@/lib/consumers/links";
import { OpenLinkBody, openedReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";
import { keepWallet } from "@/lib/http/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Use a mailed link, which opens the wallet in this browser.",
    scope: null,
    consumer: "known",
    body: OpenLinkBody,
    reply: openedReply,
    refuses: ["rate_limited"],
    handle: async (ctx, { body }) => {
      const opened = await openLink(ctx, body);
      keepWallet(ctx, opened.token);
      return opened;
    },
  }),
});
