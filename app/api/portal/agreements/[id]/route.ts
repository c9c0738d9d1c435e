import { AgreementParams, agreementReply, LimitsBody } from "@/lib/api/contract/portal/agreement";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { changeLimits } from "@/lib/domain/transfers/agreements/change-limits";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:own",
    params: AgreementParams,
    body: LimitsBody,
    reply: agreementReply,
    handle: (ctx, { params, body }) => changeLimits(ctx, { ...params, ...body }),
  }),
});
