import { cancelOwnGift } from "@/lib/consumers/wallet/gifts";
import { SessionParams } from "@/lib/contract/account";
import { sentGiftReply } from "@/lib/contract/wallet-gifts";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Take back a gift that nobody accepted yet.",
    scope: "wallet:own",
    params: SessionParams,
    reply: sentGiftReply,
    refuses: ["unauthorized", "not_found", "gift_settled"],
    handle: (ctx, { params }) => cancelOwnGift(ctx, { giftId: params.id }),
  }),
});
