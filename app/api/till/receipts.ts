import { emptyReply } from "@/lib/api/contract/portal/account";
import {
  FindReceiptBody,
  MailReceiptBody,
  ReceiptParams,
  receiptsReply,
  TillReversalBody,
  tillReceiptReply,
} from "@/lib/api/contract/till/till";
import { get, post } from "@/lib/api/kernel/endpoint";
import { mailReceipt, mailSoldCard } from "@/lib/domain/till/mail-receipt";
import { reverseAtTill } from "@/lib/domain/till/operations";
import { findReceipts, readReceipt, recentReceipts } from "@/lib/domain/till/receipts";

export const receipts = {
  "/receipts/find": post({
    scope: "till:use",
    body: FindReceiptBody,
    reply: receiptsReply,
    handle: (ctx, { body }) => findReceipts(ctx, body),
  }),
  "/receipts": get({
    scope: "till:use",
    reply: receiptsReply,
    handle: recentReceipts,
  }),
  "/receipts/{transactionId}/card-email": post({
    scope: "till:use",
    limit: "invitation",
    params: ReceiptParams,
    body: MailReceiptBody,
    reply: emptyReply,
    handle: (ctx, { params, body }) => mailSoldCard(ctx, { ...params, ...body }),
  }),
  "/receipts/{transactionId}/email": post({
    scope: "till:use",
    limit: "invitation",
    params: ReceiptParams,
    body: MailReceiptBody,
    reply: emptyReply,
    handle: (ctx, { params, body }) => mailReceipt(ctx, { ...params, ...body }),
  }),
  "/receipts/{transactionId}": get({
    scope: "till:use",
    params: ReceiptParams,
    reply: receiptsReply,
    handle: async (ctx, { params }) => [await readReceipt(ctx.merchantId, params.transactionId)],
  }),
  "/reversals": post({
    scope: "till:use",
    limit: "money",
    body: TillReversalBody,
    reply: tillReceiptReply,
    handle: (ctx, { body }) => reverseAtTill(ctx, body),
  }),
};
