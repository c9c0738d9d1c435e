import { claimOwn } from "@/lib/consumers/wallet/cards";
import { ClaimByCodeBody, ownCardReply } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  body: ClaimByCodeBody,
  reply: ownCardReply,
  handle: (ctx, { body }) => claimOwn(ctx, body),
});
