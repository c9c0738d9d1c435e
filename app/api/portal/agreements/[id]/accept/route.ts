import { AgreementParams, agreementReply, LimitsBody } from "@/lib/contract/agreement";
import { post } from "@/lib/http/endpoint";
import { acceptAgreement } from "@/lib/transfers/agreements/accept";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: AgreementParams,
  body: LimitsBody,
  reply: agreementReply,
  handle: (ctx, { params, body }) => acceptAgreement(ctx, { ...params, ...body }),
});
