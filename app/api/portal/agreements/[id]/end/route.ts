import { AgreementParams, agreementReply } from "@/lib/api/contract/portal/agreement";
import { post } from "@/lib/api/kernel/endpoint";
import { endAgreement } from "@/lib/domain/transfers/agreements/end";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: AgreementParams,
  reply: agreementReply,
  handle: (ctx, { params }) => endAgreement(ctx, params),
});
