import { mailsReply } from "@/lib/contract/mail";
import { get } from "@/lib/http/endpoint";
import { listMails } from "@/lib/outbox/list-mails";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: null,
  reply: mailsReply,
  handle: () => listMails(),
});
