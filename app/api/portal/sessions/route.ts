import { sessionsReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { listSessions } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "List the browsers in which the person is signed in.",
    scope: "store:read",
    reply: sessionsReply,
    refuses: ["unauthorized"],
    handle: listSessions,
  }),
});
