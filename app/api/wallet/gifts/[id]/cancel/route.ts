import { cancelOwnGift } from "@/lib/consumers/wallet/gifts";
import { SessionParams } from "@/lib/contract/account";
import { sentGiftReply } from "@/lib/contract/wallet-gifts";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  params: SessionParams,
  reply: sentGiftReply,
  handle: (ctx, { params }) => cancelOwnGift(ctx, { giftId: params.id }),
});
