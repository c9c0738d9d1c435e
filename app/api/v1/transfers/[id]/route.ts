import { TransferParams, transferReply } from "@/lib/api/contract/v1/transfer";
import { readTransferExample } from "@/lib/api/contract/v1/transfer-examples";
import { get } from "@/lib/api/kernel/endpoint";
import { readTransfer } from "@/lib/domain/transfers/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getTransfer",
  summary: "Get a transfer",
  description: "Returns your store's side of a transfer.",
  scope: "transactions:read",
  params: TransferParams,
  reply: transferReply,
  refuses: ["not_found"],
  example: readTransferExample,
  handle: (ctx, { params }) => readTransfer(ctx, { transferId: params.id }),
});
