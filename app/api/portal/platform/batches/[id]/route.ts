import { BatchParams, batchOnPlatformReply } from "@/lib/api/contract/v1/batch";
import { get } from "@/lib/api/kernel/endpoint";
import { readProvision } from "@/lib/domain/shops/provision";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: BatchParams,
  reply: batchOnPlatformReply,
  handle: (ctx, { params }) => readProvision(ctx, { batchId: params.id }),
});
