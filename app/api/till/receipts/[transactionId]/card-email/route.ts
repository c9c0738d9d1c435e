import { emptyReply } from "@/lib/contract/account";
import { MailReceiptBody, ReceiptParams } from "@/lib/contract/till";
import { post } from "@/lib/http/endpoint";
import { mailSoldCard } from "@/lib/till/mail-receipt";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "invitation",
  params: ReceiptParams,
  body: MailReceiptBody,
  reply: emptyReply,
  handle: (ctx, { params, body }) => mailSoldCard(ctx, { ...params, ...body }),
});
