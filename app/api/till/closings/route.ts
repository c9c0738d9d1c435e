import { TillClosingBody, tillClosingReply, tillClosingsReply } from "@/lib/api/contract/till/till";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { closeTill, listOwnClosings } from "@/lib/domain/till/totals";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
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
});
