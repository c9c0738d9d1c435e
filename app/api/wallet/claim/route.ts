import { ClaimByCodeBody, ownCardReply } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { claimOwn } from "@/lib/domain/wallet/wallet/cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  body: ClaimByCodeBody,
  reply: ownCardReply,
  handle: (ctx, { body }) => claimOwn(ctx, body),
});
