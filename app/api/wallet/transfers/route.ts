import { ownTransferReply, TransferOwnBody } from "@/lib/api/contract/wallet/gifts";
import { post } from "@/lib/api/kernel/endpoint";
import { transferOwn } from "@/lib/domain/wallet/wallet/transfers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "wallet:own",
  limit: "transfer",
  body: TransferOwnBody,
  status: 201,
  reply: ownTransferReply,
  handle: (ctx, { body }) => transferOwn(ctx, body),
});
