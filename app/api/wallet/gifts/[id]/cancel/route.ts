import { SessionParams } from "@/lib/api/contract/portal/account";
import { sentGiftReply } from "@/lib/api/contract/wallet/gifts";
import { post } from "@/lib/api/kernel/endpoint";
import { cancelOwnGift } from "@/lib/domain/wallet/wallet/gifts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  params: SessionParams,
  reply: sentGiftReply,
  handle: (ctx, { params }) => cancelOwnGift(ctx, { giftId: params.id }),
});
