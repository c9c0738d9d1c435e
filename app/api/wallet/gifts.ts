import { emptyReply, SessionParams } from "@/lib/api/contract/portal/account";
import {
  offeredGiftReply,
  SendGiftBody,
  sentGiftReply,
  sentGiftsReply,
} from "@/lib/api/contract/wallet/gifts";
import { OpenLinkBody, openedWalletReply } from "@/lib/api/contract/wallet/wallet";
import { endpoint, post, resource } from "@/lib/api/kernel/endpoint";
import { setWalletCookie } from "@/lib/api/kernel/sessions";
import {
  acceptOfferedGift,
  declineOfferedGift,
  readOfferedGift,
} from "@/lib/domain/wallet/offered-gift";
import { cancelOwnGift, listSentGifts, sendOwnGift } from "@/lib/domain/wallet/wallet/gifts";

export const gifts = {
  "/gifts/accept": post({
    scope: null,
    consumer: "known",
    body: OpenLinkBody,
    reply: openedWalletReply,
    handle: async (ctx, { body }) => {
      const opened = await acceptOfferedGift(ctx, body);
      setWalletCookie(ctx, opened.token);
      return opened;
    },
  }),
  "/gifts/decline": post({
    scope: null,
    body: OpenLinkBody,
    reply: emptyReply,
    handle: (ctx, { body }) => declineOfferedGift(ctx, body),
  }),
  "/gifts/read": post({
    scope: null,
    body: OpenLinkBody,
    reply: offeredGiftReply,
    handle: (ctx, { body }) => readOfferedGift(ctx, body),
  }),
  "/gifts": resource({
    GET: endpoint({
      scope: "wallet:own",
      reply: sentGiftsReply,
      handle: listSentGifts,
    }),
    POST: endpoint({
      scope: "wallet:own",
      limit: "gift",
      body: SendGiftBody,
      status: 201,
      reply: sentGiftReply,
      handle: (ctx, { body }) => sendOwnGift(ctx, body),
    }),
  }),
  "/gifts/{id}/cancel": post({
    scope: "wallet:own",
    params: SessionParams,
    reply: sentGiftReply,
    handle: (ctx, { params }) => cancelOwnGift(ctx, { giftId: params.id }),
  }),
};
