import { sessionsReply } from "@/lib/api/contract/portal/account";
import { get } from "@/lib/api/kernel/endpoint";
import { listSessions } from "@/lib/domain/people/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  withoutSecondFactor: true,
  reply: sessionsReply,
  handle: listSessions,
});
