import { NoBody } from "@/lib/contract/fields";
import { reconcileReply } from "@/lib/contract/platform";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { requestReconcile } from "@/lib/platforms/connect";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Compare all cards of the platform with the ledger's.",
    scope: "store:manage",
    body: NoBody,
    reply: reconcileReply,
    refuses: ["platform_not_connected"],
    handle: (ctx) => requestReconcile(ctx),
  }),
});
