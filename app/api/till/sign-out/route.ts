import { emptyReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { lockTill } from "@/lib/till/sessions";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:device",
  reply: emptyReply,
  handle: lockTill,
});
