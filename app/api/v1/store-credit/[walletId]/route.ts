import { readWalletExample } from "@/lib/api/contract/v1/examples";
import { consumerWalletReply, WalletParams } from "@/lib/api/contract/v1/store-credit";
import { get } from "@/lib/api/kernel/endpoint";
import { readWallet } from "@/lib/domain/store-credit/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  operationId: "getStoreCredit",
  summary: "Get a store-credit wallet",
  description: "Returns the wallet's balance, the consumer's email and the wallet's card.",
  scope: "cards:read",
  params: WalletParams,
  reply: consumerWalletReply,
  refuses: ["not_found"],
  example: readWalletExample,
  handle: (ctx, { params }) => readWallet(ctx, params),
});
