import { expiredTotalsReply } from "@/lib/api/contract/portal/reports";
import { get } from "@/lib/api/kernel/endpoint";
import { sumExpired } from "@/lib/domain/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: expiredTotalsReply,
  handle: (ctx) => sumExpired(ctx),
});
