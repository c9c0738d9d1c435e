import { agreementReply, agreementsReply, ProposalBody } from "@/lib/api/contract/portal/agreement";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { listAgreements } from "@/lib/domain/transfers/agreements/agreement";
import { proposeAgreement } from "@/lib/domain/transfers/agreements/propose";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
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
});
