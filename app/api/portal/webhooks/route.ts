import { portalWebhooksReply } from "@/lib/contract/webhook";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listWithHealth } from "@/lib/webhooks/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the webhooks with how they did in the last 24 hours.",
    scope: "store:read",
    reply: portalWebhooksReply,
    handle: (ctx) => listWithHealth(ctx),
  }),
});
