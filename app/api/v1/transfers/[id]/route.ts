import { TransferParams, transferReply } from "@/lib/contract/transfer";
import { readTransferExample } from "@/lib/contract/transfer-examples";
import { get } from "@/lib/http/endpoint";
import { readTransfer } from "@/lib/transfers/read";

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
