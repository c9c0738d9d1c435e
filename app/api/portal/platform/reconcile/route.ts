import { reconcileReply } from "@/lib/api/contract/portal/platform";
import { post } from "@/lib/api/kernel/endpoint";
import { requestReconcile } from "@/lib/domain/shops/connect";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  reply: reconcileReply,
  handle: (ctx) => requestReconcile(ctx),
});
