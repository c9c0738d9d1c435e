import { emptyReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { lockTill } from "@/lib/domain/till/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:device",
  reply: emptyReply,
  handle: lockTill,
});
