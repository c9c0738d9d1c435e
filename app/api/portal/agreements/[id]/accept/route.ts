import { AgreementParams, agreementReply, LimitsBody } from "@/lib/api/contract/portal/agreement";
import { post } from "@/lib/api/kernel/endpoint";
import { acceptAgreement } from "@/lib/domain/transfers/agreements/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: AgreementParams,
  body: LimitsBody,
  reply: agreementReply,
  handle: (ctx, { params, body }) => acceptAgreement(ctx, { ...params, ...body }),
});
