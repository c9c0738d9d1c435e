import { MovementParams, movementReply } from "@/lib/contract/movement";
import { readMovement } from "@/lib/history/movements";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    summary: "One movement with its card and who made it.",
    scope: "store:read",
    params: MovementParams,
    reply: movementReply,
    refuses: ["not_found"],
    handle: (ctx, { params }) => readMovement(ctx, { transactionId: params.id }),
  }),
});
