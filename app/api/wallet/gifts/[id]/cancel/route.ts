import { cancelOwnGift } from "@/lib/consumers/wallet/gifts";
import { NoBody } from "@/lib/contract/fields";
import { SessionParams } from "@/lib/contract/sessions";
import { sentGiftReply } from "@/lib/contract/wallet-gifts";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Take back a gift that nobody accepted yet.",
    scope: "wallet:own",
    params: SessionParams,
    body: NoBody,
    reply: sentGiftReply,
    refuses: ["unauthorized", "not_found", "gift_settled"],
    handle: (ctx, { params }) => cancelOwnGift(ctx, { giftId: params.id }),
  }),
});
