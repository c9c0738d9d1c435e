import { declineOfferedGift } from "@/lib/consumers/offered-gift";
import { emptyReply } from "@/lib/contract/account";
import { OpenLinkBody } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: OpenLinkBody,
  reply: emptyReply,
  handle: (ctx, { body }) => declineOfferedGift(ctx, body),
});
