import { emptyReply } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { resendConfirmationLink } from "@/lib/merchants/email-confirmation";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  status: 202,
  reply: emptyReply,
  handle: resendConfirmationLink,
});
