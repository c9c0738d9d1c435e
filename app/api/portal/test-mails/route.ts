import { mailsReply } from "@/lib/api/contract/portal/mail";
import { get } from "@/lib/api/kernel/endpoint";
import { listTestMails } from "@/lib/domain/mail/list-mails";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  mode: "test",
  reply: mailsReply,
  handle: (ctx) => listTestMails(ctx),
});
