import { mailsReply, SuppressionParams, suppressionsReply } from "@/lib/api/contract/portal/mail";
import { removedReply } from "@/lib/api/contract/portal/team";
import { endpoint, get, resource } from "@/lib/api/kernel/endpoint";
import { listTestMails } from "@/lib/domain/mail/list-mails";
import { listSuppressions, removeSuppression } from "@/lib/domain/mail/suppressions";

export const mail = {
  "/suppressions": get({
    scope: "store:manage",
    reply: suppressionsReply,
    handle: (ctx) => listSuppressions(ctx),
  }),
  "/suppressions/{id}": resource({
    DELETE: endpoint({
      scope: "store:manage",
      params: SuppressionParams,
      reply: removedReply,
      handle: (ctx, { params }) => removeSuppression(ctx, params),
    }),
  }),
  "/test-mails": get({
    scope: "store:manage",
    mode: "test",
    reply: mailsReply,
    handle: (ctx) => listTestMails(ctx),
  }),
};
