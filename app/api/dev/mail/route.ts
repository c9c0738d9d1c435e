import { mailsReply } from "@/lib/api/contract/portal/mail";
import { get } from "@/lib/api/kernel/endpoint";
import { listMails } from "@/lib/domain/mail/list-mails";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: null,
  reply: mailsReply,
  handle: () => listMails(),
});
