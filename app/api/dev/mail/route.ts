import { mailsReply } from "@/lib/contract/mail";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listMails } from "@/lib/outbox/list-mails";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "The mail that a local instance keeps instead of sending it.",
    scope: null,
    reply: mailsReply,
    refuses: ["not_found"],
    handle: () => listMails(),
  }),
});
