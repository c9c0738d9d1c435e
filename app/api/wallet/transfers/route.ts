import { transferOwn } from "@/lib/consumers/wallet/transfers";
import { TRANSFER_REFUSALS } from "@/lib/contract/transfer";
import { ownTransferReply, TransferOwnBody } from "@/lib/contract/wallet-gifts";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Move balance from one of the consumer's cards to another store's card.",
    scope: "wallet:own",
    limit: "transfer",
    body: TransferOwnBody,
    status: 201,
    reply: ownTransferReply,
    refuses: ["unauthorized", ...TRANSFER_REFUSALS],
    handle: (ctx, { body }) => transferOwn(ctx, body),
  }),
});
