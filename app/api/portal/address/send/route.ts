import { emptyReply } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { resendConfirmationLink } from "@/lib/domain/people/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  status: 202,
  reply: emptyReply,
  handle: resendConfirmationLink,
});
