import { CloseMonthBody, closingReply, closingsReply } from "@/lib/api/contract/portal/closing";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { closeMonth, listClosings } from "@/lib/domain/reports/close-month";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: closingsReply,
    handle: (ctx) => listClosings(ctx),
  }),
  POST: endpoint({
    scope: "store:own",
    body: CloseMonthBody,
    reply: closingReply,
    status: 201,
    handle: (ctx, { body }) => closeMonth(ctx, body),
  }),
});
