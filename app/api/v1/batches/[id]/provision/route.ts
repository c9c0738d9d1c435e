import { BatchParams, provisionReply } from "@/lib/contract/batch";
import { provisionExample } from "@/lib/contract/batch-examples";
import { endpoint, resource } from "@/lib/http/endpoint";
import { provision } from "@/lib/platforms/provision";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Create the platform's gift cards of a batch.",
    description:
      "Of every active card of the batch in the platform's currency that has none yet; sent again, it resumes.",
    scope: "cards:write",
    params: BatchParams,
    status: 202,
    reply: provisionReply,
    refuses: ["not_found", "platform_not_connected"],
    example: provisionExample,
    handle: (ctx, { params }) => provision(ctx, { batchId: params.id }),
  }),
});
