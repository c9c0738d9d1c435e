import { reconcileReply } from "@/lib/contract/platform";
import { endpoint, resource } from "@/lib/http/endpoint";
import { requestReconcile } from "@/lib/platforms/connect";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Compare all cards of the platform with the ledger's.",
    scope: "store:manage",
    reply: reconcileReply,
    refuses: ["platform_not_connected"],
    handle: (ctx) => requestReconcile(ctx),
  }),
});
