import { listSentGifts, sendOwnGift } from "@/lib/consumers/wallet/gifts";
import { SendGiftBody, sentGiftReply, sentGiftsReply } from "@/lib/contract/wallet-gifts";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the gifts that the consumer sent, with their states.",
    scope: "wallet:own",
    reply: sentGiftsReply,
    refuses: ["unauthorized"],
    handle: listSentGifts,
  }),
  POST: endpoint({
    summary: "Send balance of one of the consumer's cards to an e-mail address.",
    scope: "wallet:own",
    limit: "gift",
    body: SendGiftBody,
    status: 201,
    reply: sentGiftReply,
    refuses: [
      "unauthorized",
      "not_found",
      "card_not_active",
      "card_expired",
      "insufficient_balance",
    ],
    handle: (ctx, { body }) => sendOwnGift(ctx, body),
  }),
});
