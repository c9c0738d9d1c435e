import { emptyReply, ProofBody } from "@/lib/api/contract/portal/account";
import { post } from "@/lib/api/kernel/endpoint";
import { turnOffTotp } from "@/lib/domain/people/totp/turn-off";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: ProofBody,
  reply: emptyReply,
  handle: (ctx, { body }) => turnOffTotp(ctx, body),
});
