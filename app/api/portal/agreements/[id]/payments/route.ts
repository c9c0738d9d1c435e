import { AgreementParams, agreementReply, PaymentBody } from "@/lib/contract/agreement";
import { post } from "@/lib/http/endpoint";
import { recordPayment } from "@/lib/transfers/agreements/record-payment";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:own",
  params: AgreementParams,
  body: PaymentBody,
  reply: agreementReply,
  handle: (ctx, { params, body }) => recordPayment(ctx, { ...params, ...body }),
});
