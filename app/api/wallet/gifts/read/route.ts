import { readOfferedGift } from "@/lib/consumers/offered-gift";
import { OpenLinkBody } from "@/lib/contract/consumer-wallet";
import { offeredGiftReply } from "@/lib/contract/wallet-gifts";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Read the gift that a mailed link offers.",
    scope: null,
    body: OpenLinkBody,
    reply: offeredGiftReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => readOfferedGift(ctx, body),
  }),
});
