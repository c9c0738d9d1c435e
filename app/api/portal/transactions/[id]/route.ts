import { MovementParams, movementReply } from "@/lib/api/contract/portal/movement";
import { get } from "@/lib/api/kernel/endpoint";
import { readMovement } from "@/lib/domain/transactions/movements";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: MovementParams,
  reply: movementReply,
  handle: (ctx, { params }) => readMovement(ctx, { transactionId: params.id }),
});
