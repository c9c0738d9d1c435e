import { TransferParams, transferReply } from "@/lib/contract/transfer";
import { readTransferExample } from "@/lib/contract/transfer-examples";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readTransfer } from "@/lib/transfers/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read a transfer: your own side of it.",
    scope: "transactions:read",
    params: TransferParams,
    reply: transferReply,
    refuses: ["not_found"],
    example: readTransferExample,
    handle: (ctx, { params }) => readTransfer(ctx, { transferId: params.id }),
  }),
});
