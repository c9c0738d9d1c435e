import { suppressionsReply } from "@/lib/contract/mail";
import { get } from "@/lib/http/endpoint";
import { listSuppressions } from "@/lib/outbox/suppressions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  reply: suppressionsReply,
  handle: (ctx) => listSuppressions(ctx),
});
