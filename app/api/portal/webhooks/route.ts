import { portalWebhooksReply } from "@/lib/api/contract/v1/webhook";
import { get } from "@/lib/api/kernel/endpoint";
import { listWithHealth } from "@/lib/domain/webhooks/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: portalWebhooksReply,
  handle: (ctx) => listWithHealth(ctx),
});
