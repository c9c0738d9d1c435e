import { emptyReply, ProofBody } from "@/lib/contract/account";
import { post } from "@/lib/http/endpoint";
import { turnOffTotp } from "@/lib/merchants/totp/turn-off";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:read",
  withoutSecondFactor: true,
  body: ProofBody,
  reply: emptyReply,
  handle: (ctx, { body }) => turnOffTotp(ctx, body),
});
