import { SuppressionParams } from "@/lib/api/contract/portal/mail";
import { removedReply } from "@/lib/api/contract/portal/team";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { removeSuppression } from "@/lib/domain/mail/suppressions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  DELETE: endpoint({
    scope: "store:manage",
    params: SuppressionParams,
    reply: removedReply,
    handle: (ctx, { params }) => removeSuppression(ctx, params),
  }),
});
