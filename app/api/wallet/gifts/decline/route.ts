import { emptyReply } from "@/lib/api/contract/portal/account";
import { OpenLinkBody } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { declineOfferedGift } from "@/lib/domain/wallet/offered-gift";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: OpenLinkBody,
  reply: emptyReply,
  handle: (ctx, { body }) => declineOfferedGift(ctx, body),
});
