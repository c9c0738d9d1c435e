import { profileReply } from "@/lib/api/contract/portal/account";
import { get } from "@/lib/api/kernel/endpoint";
import { readProfile } from "@/lib/domain/people/profile";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  withoutSecondFactor: true,
  reply: profileReply,
  handle: readProfile,
});
