import { AgreementParams, agreementReply, LimitsBody } from "@/lib/contract/agreement";
import { endpoint, resource } from "@/lib/http/endpoint";
import { changeLimits } from "@/lib/transfers/agreements/change-limits";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  PATCH: endpoint({
    scope: "store:own",
    params: AgreementParams,
    body: LimitsBody,
    reply: agreementReply,
    handle: (ctx, { params, body }) => changeLimits(ctx, { ...params, ...body }),
  }),
});
