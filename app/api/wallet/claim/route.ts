import { claimOwn } from "@/lib/consumers/wallet/cards";
import { ClaimByCodeBody, ownCardReply } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Claim a card by its printed code.",
    scope: "wallet:own",
    body: ClaimByCodeBody,
    reply: ownCardReply,
    refuses: ["unauthorized", "not_found", "card_not_active", "card_already_claimed"],
    handle: (ctx, { body }) => claimOwn(ctx, body),
  }),
});
