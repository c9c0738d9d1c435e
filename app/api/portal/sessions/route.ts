import { sessionsReply } from "@/lib/contract/account";
import { get } from "@/lib/http/endpoint";
import { listSessions } from "@/lib/merchants/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  withoutSecondFactor: true,
  reply: sessionsReply,
  handle: listSessions,
});
