import { checkBalance } from "@/lib/consumers/wallet/check-balance";
import { CheckBalanceBody, checkedBalanceReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Read the balance of a card at a store by its code.",
    scope: null,
    body: CheckBalanceBody,
    reply: checkedBalanceReply,
    refuses: ["not_found", "rate_limited"],
    handle: (ctx, { body }) => checkBalance(ctx, body),
  }),
});
