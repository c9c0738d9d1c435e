import {
  AgreementParams,
  agreementReply,
  agreementsReply,
  LimitsBody,
  PaymentBody,
  ProposalBody,
} from "@/lib/api/contract/portal/agreement";
import { endpoint, post, resource } from "@/lib/api/kernel/endpoint";
import { acceptAgreement } from "@/lib/domain/transfers/agreements/accept";
import { listAgreements } from "@/lib/domain/transfers/agreements/agreement";
import { changeLimits } from "@/lib/domain/transfers/agreements/change-limits";
import { endAgreement } from "@/lib/domain/transfers/agreements/end";
import { proposeAgreement } from "@/lib/domain/transfers/agreements/propose";
import { recordPayment } from "@/lib/domain/transfers/agreements/record-payment";

export const agreements = {
  "/agreements": resource({
    GET: endpoint({
      scope: "store:read",
      reply: agreementsReply,
      handle: (ctx) => listAgreements(ctx),
    }),
    POST: endpoint({
      scope: "store:own",
      mode: "live",
      body: ProposalBody,
      status: 201,
      reply: agreementReply,
      handle: (ctx, { body }) => proposeAgreement(ctx, body),
    }),
  }),
  "/agreements/{id}/accept": post({
    scope: "store:own",
    params: AgreementParams,
    body: LimitsBody,
    reply: agreementReply,
    handle: (ctx, { params, body }) => acceptAgreement(ctx, { ...params, ...body }),
  }),
  "/agreements/{id}/end": post({
    scope: "store:own",
    params: AgreementParams,
    reply: agreementReply,
    handle: (ctx, { params }) => endAgreement(ctx, params),
  }),
  "/agreements/{id}/payments": post({
    scope: "store:own",
    params: AgreementParams,
    body: PaymentBody,
    reply: agreementReply,
    handle: (ctx, { params, body }) => recordPayment(ctx, { ...params, ...body }),
  }),
  "/agreements/{id}": resource({
    PATCH: endpoint({
      scope: "store:own",
      params: AgreementParams,
      body: LimitsBody,
      reply: agreementReply,
      handle: (ctx, { params, body }) => changeLimits(ctx, { ...params, ...body }),
    }),
  }),
};
