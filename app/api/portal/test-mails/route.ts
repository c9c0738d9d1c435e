import { mailsReply } from "@/lib/contract/mail";
import { get } from "@/lib/http/endpoint";
import { listTestMails } from "@/lib/outbox/list-mails";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:manage",
  mode: "test",
  reply: mailsReply,
  handle: (ctx) => listTestMails(ctx),
});
