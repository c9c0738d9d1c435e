import { storeCreditExample } from "@/lib/contract/examples";
import { StoreCreditBody, storeCreditReply } from "@/lib/contract/store-credit";
import { post } from "@/lib/http/endpoint";
import { issueStoreCredit } from "@/lib/store-credit/issue";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  summary: "Issue store credit to a consumer by email.",
  description: "The first credit in a currency opens the consumer's wallet at this store.",
  scope: "money:write",
  limit: "storeCredit",
  body: StoreCreditBody,
  reply: storeCreditReply,
  refuses: ["balance_limit_exceeded"],
  example: storeCreditExample,
  handle: (ctx, { body }) => issueStoreCredit(ctx, body),
});
