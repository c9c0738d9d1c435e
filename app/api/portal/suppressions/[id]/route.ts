import { SuppressionParams } from "@/lib/contract/mail";
import { removedReply } from "@/lib/contract/team";
import { endpoint, resource } from "@/lib/http/endpoint";
import { removeSuppression } from "@/lib/outbox/suppressions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  DELETE: endpoint({
    scope: "store:manage",
    params: SuppressionParams,
    reply: removedReply,
    handle: (ctx, { params }) => removeSuppression(ctx, params),
  }),
});
