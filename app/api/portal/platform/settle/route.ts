import { platformCardReply, SettleBody } from "@/lib/contract/platform";
import { endpoint, resource } from "@/lib/http/endpoint";
import { settleDifference } from "@/lib/platforms/settle";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Settle a difference by taking the ledger or the platform for the truth.",
    scope: "store:manage",
    body: SettleBody,
    reply: platformCardReply,
    refuses: ["not_found", "platform_not_connected", "card_not_active", "balance_limit_exceeded"],
    handle: (ctx, { body }) => settleDifference(ctx, body),
  }),
});
