import { AgreementParams, agreementReply } from "@/lib/contract/agreement";
import { post } from "@/lib/http/endpoint";
import { endAgreement } from "@/lib/transfers/agreements/end";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: AgreementParams,
  reply: agreementReply,
  handle: (ctx, { params }) => endAgreement(ctx, params),
});
