import { BatchParams, batchOnPlatformReply } from "@/lib/contract/batch";
import { endpoint, resource } from "@/lib/http/endpoint";
import { readProvision } from "@/lib/platforms/provision";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "Read how far a batch is on the store's platform.",
    scope: "store:read",
    params: BatchParams,
    reply: batchOnPlatformReply,
    refuses: ["not_found", "platform_not_connected"],
    handle: (ctx, { params }) => readProvision(ctx, { batchId: params.id }),
  }),
});
