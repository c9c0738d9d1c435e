import { CreateCashierBody, cashierReply, cashiersReply } from "@/lib/api/contract/portal/cashiers";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { createCashier, listCashiers } from "@/lib/domain/till/cashiers";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: cashiersReply,
    handle: listCashiers,
  }),
  POST: endpoint({
    scope: "store:manage",
    body: CreateCashierBody,
    status: 201,
    reply: cashierReply,
    handle: (ctx, { body }) => createCashier(ctx, body),
  }),
});
