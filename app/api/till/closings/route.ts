import { TillClosingBody, tillClosingReply, tillClosingsReply } from "@/lib/contract/till";
import { endpoint, resource } from "@/lib/http/endpoint";
import { closeTill, listOwnClosings } from "@/lib/till/totals";

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
