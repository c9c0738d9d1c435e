import { AgreementParams, agreementReply, PaymentBody } from "@/lib/api/contract/portal/agreement";
import { post } from "@/lib/api/kernel/endpoint";
import { recordPayment } from "@/lib/domain/transfers/agreements/record-payment";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: AgreementParams,
  body: PaymentBody,
  reply: agreementReply,
  handle: (ctx, { params, body }) => recordPayment(ctx, { ...params, ...body }),
});
