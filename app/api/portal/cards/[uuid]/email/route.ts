import { resendEmail } from "@/lib/cards/resend-email";
import { CardParams } from "@/lib/contract/card";
import { emailedCardReply } from "@/lib/contract/portal-cards";
import { post } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "store:manage",
  params: CardParams,
  reply: emailedCardReply,
  handle: (ctx, { params }) => resendEmail(ctx, { cardId: params.uuid }),
});
