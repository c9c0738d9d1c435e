import { OpenLinkBody, openedWalletReply } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { setWalletCookie } from "@/lib/api/kernel/sessions";
import { openLink } from "@/lib/domain/wallet/links";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  consumer: "known",
  body: OpenLinkBody,
  reply: openedWalletReply,
  handle: async (ctx, { body }) => {
    const opened = await openLink(ctx, body);
    setWalletCookie(ctx, opened.token);
    return opened;
  },
});
