import { declineOfferedGift } from "@/lib/consumers/offered-gift";
import { emptyReply } from "@/lib/contract/account";
import { OpenLinkBody } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Decline the gift that a mailed link offers.",
    scope: null,
    body: OpenLinkBody,
    reply: emptyReply,
    refuses: ["gift_settled", "rate_limited"],
    handle: (ctx, { body }) => declineOfferedGift(ctx, body),
  }),
});
