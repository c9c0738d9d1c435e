import { emptyReply } from "@/lib/api/contract/portal/account";
import { MailReceiptBody, ReceiptParams } from "@/lib/api/contract/till/till";
import { post } from "@/lib/api/kernel/endpoint";
import { mailReceipt } from "@/lib/domain/till/mail-receipt";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: "till:use",
  limit: "invitation",
  params: ReceiptParams,
  body: MailReceiptBody,
  reply: emptyReply,
  handle: (ctx, { params, body }) => mailReceipt(ctx, { ...params, ...body }),
});
