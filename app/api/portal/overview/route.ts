import { overviewReply } from "@/lib/contract/overview";
import { get } from "@/lib/http/endpoint";
import { readOverview } from "@/lib/reports/overview";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: overviewReply,
  handle: (ctx) => readOverview(ctx),
});
