import { transferOwn } from "@/lib/consumers/wallet/transfers";
import { ownTransferReply, TransferOwnBody } from "@/lib/contract/wallet-gifts";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  limit: "transfer",
  body: TransferOwnBody,
  status: 201,
  reply: ownTransferReply,
  handle: (ctx, { body }) => transferOwn(ctx, body),
});
