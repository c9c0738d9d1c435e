import {
  TillClosingBody,
  tillClosingReply,
  tillClosingsReply,
  tillTotalsReply,
} from "@/lib/api/contract/till/till";
import { endpoint, get, resource } from "@/lib/api/kernel/endpoint";
import { closeTill, listOwnClosings, readOpenTotals } from "@/lib/domain/till/totals";

export const totals = {
  "/closings": resource({
    GET: endpoint({
      scope: "till:use",
      reply: tillClosingsReply,
      handle: listOwnClosings,
    }),
    POST: endpoint({
      scope: "till:use",
      body: TillClosingBody,
      reply: tillClosingReply,
      handle: (ctx, { body }) => closeTill(ctx, body),
    }),
  }),
  "/totals": get({
    scope: "till:use",
    reply: tillTotalsReply,
    handle: readOpenTotals,
  }),
};
