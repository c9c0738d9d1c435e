import { portalWebhooksReply } from "@/lib/contract/webhook";
import { get } from "@/lib/http/endpoint";
import { listWithHealth } from "@/lib/webhooks/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: portalWebhooksReply,
  handle: (ctx) => listWithHealth(ctx),
});
