import { listWalletsExample, storeCreditExample } from "@/lib/api/contract/v1/examples";
import {
  consumerWalletsReply,
  ListConsumerWalletsQuery,
  StoreCreditBody,
  storeCreditReply,
} from "@/lib/api/contract/v1/store-credit";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { issueStoreCredit } from "@/lib/domain/store-credit/issue";
import { listConsumerWallets } from "@/lib/domain/store-credit/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    operationId: "listStoreCredit",
    summary: "List store-credit wallets",
    description:
      "Returns a consumer's wallets, one per currency, each with its balance and its card. The list is empty if the consumer has no store credit at your store.",
    scope: "cards:read",
    query: ListConsumerWalletsQuery,
    reply: consumerWalletsReply,
    example: listWalletsExample,
    handle: (ctx, { query }) => listConsumerWallets(ctx, query),
  }),
  POST: endpoint({
    operationId: "issueStoreCredit",
    summary: "Issue store credit",
    description:
      "Issues store credit to the consumer with the email you send. The first credit in a currency creates the consumer's wallet at your store.",
    scope: "money:write",
    limit: "storeCredit",
    body: StoreCreditBody,
    reply: storeCreditReply,
    refuses: ["balance_limit_exceeded"],
    example: storeCreditExample,
    handle: (ctx, { body }) => issueStoreCredit(ctx, body),
  }),
});
