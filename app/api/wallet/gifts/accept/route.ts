import { acceptOfferedGift } from "@/lib/consumers/offered-gift";
import { OpenLinkBody, openedWalletReply } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";
import { setWalletCookie } from "@/lib/http/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  consumer: "known",
  body: OpenLinkBody,
  reply: openedWalletReply,
  handle: async (ctx, { body }) => {
    const opened = await acceptOfferedGift(ctx, body);
    setWalletCookie(ctx, opened.token);
    return opened;
  },
});
