import { reconcileReply } from "@/lib/contract/platform";
import { post } from "@/lib/http/endpoint";
import { requestReconcile } from "@/lib/platforms/connect";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  reply: reconcileReply,
  handle: (ctx) => requestReconcile(ctx),
});
