import { overviewReply } from "@/lib/api/contract/portal/overview";
import { get } from "@/lib/api/kernel/endpoint";
import { readOverview } from "@/lib/domain/reports/overview";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: overviewReply,
  handle: (ctx) => readOverview(ctx),
});
