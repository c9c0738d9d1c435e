import { sessionsReply } from "@/lib/contract/sessions";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
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
