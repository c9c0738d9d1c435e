import { expiredTotalsReply } from "@/lib/contract/reports";
import { get } from "@/lib/http/endpoint";
import { sumExpired } from "@/lib/reports/expired-cards";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: expiredTotalsReply,
  handle: (ctx) => sumExpired(ctx),
});
