import { readOfferedGift } from "@/lib/consumers/offered-gift";
import { OpenLinkBody } from "@/lib/contract/consumer-wallet";
import { offeredGiftReply } from "@/lib/contract/wallet-gifts";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: OpenLinkBody,
  reply: offeredGiftReply,
  handle: (ctx, { body }) => readOfferedGift(ctx, body),
});
