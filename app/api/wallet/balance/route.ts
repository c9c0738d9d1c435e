import { checkBalance } from "@/lib/consumers/wallet/check-balance";
import { CheckBalanceBody, checkedBalanceReply } from "@/lib/contract/consumer-wallet";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: CheckBalanceBody,
  reply: checkedBalanceReply,
  handle: (ctx, { body }) => checkBalance(ctx, body),
});
