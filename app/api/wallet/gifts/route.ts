import { SendGiftBody, sentGiftReply, sentGiftsReply } from "@/lib/api/contract/wallet/gifts";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { listSentGifts, sendOwnGift } from "@/lib/domain/wallet/wallet/gifts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
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
});
