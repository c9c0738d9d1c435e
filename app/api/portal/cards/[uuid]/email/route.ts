import { emailedCardReply } from "@/lib/api/contract/portal/cards";
import { CardParams } from "@/lib/api/contract/v1/card";
import { post } from "@/lib/api/kernel/endpoint";
import { resendEmail } from "@/lib/domain/cards/resend-email";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: CardParams,
  reply: emailedCardReply,
  handle: (ctx, { params }) => resendEmail(ctx, { cardId: params.uuid }),
});
