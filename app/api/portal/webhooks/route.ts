import { portalWebhooksReply } from "@/lib/contract/portal-webhooks";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { listWithHealth } from "@/lib/webhooks/read";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the webhooks with how they did in the last 24 hours.",
    scope: "store:read",
    reply: portalWebhooksReply,
    refuses: [],
    handle: (ctx) => listWithHealth(ctx),
  }),
});
