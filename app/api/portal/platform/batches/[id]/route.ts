import { BatchParams, batchOnPlatformReply } from "@/lib/contract/batch";
import { get } from "@/lib/http/endpoint";
import { readProvision } from "@/lib/platforms/provision";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: BatchParams,
  reply: batchOnPlatformReply,
  handle: (ctx, { params }) => readProvision(ctx, { batchId: params.id }),
});
