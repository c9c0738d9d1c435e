import { suppressionsReply } from "@/lib/api/contract/portal/mail";
import { get } from "@/lib/api/kernel/endpoint";
import { listSuppressions } from "@/lib/domain/mail/suppressions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  reply: suppressionsReply,
  handle: (ctx) => listSuppressions(ctx),
});
