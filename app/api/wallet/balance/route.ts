import { CheckBalanceBody, checkedBalanceReply } from "@/lib/api/contract/wallet/wallet";
import { post } from "@/lib/api/kernel/endpoint";
import { checkBalance } from "@/lib/domain/wallet/wallet/check-balance";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  body: CheckBalanceBody,
  reply: checkedBalanceReply,
  handle: (ctx, { body }) => checkBalance(ctx, body),
});
