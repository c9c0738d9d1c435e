import { acceptOfferedGift } from "@/lib/consumers/offered-gift";
import { OpenLinkBody, openedReply } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";
import { keepWallet } from "@/lib/http/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  consumer: "known",
  body: OpenLinkBody,
  reply: openedReply,
  handle: async (ctx, { body }) => {
    const opened = await acceptOfferedGift(ctx, body);
    keepWallet(ctx, opened.token);
    return opened;
  },
});
