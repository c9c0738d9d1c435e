import { offeredGiftReply } from "@/lib/api/contract/wallet/gifts";
import { OpenLinkBody } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { readOfferedGift } from "@/lib/domain/wallet/offered-gift";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: OpenLinkBody,
  reply: offeredGiftReply,
  handle: (ctx, { body }) => readOfferedGift(ctx, body),
});
