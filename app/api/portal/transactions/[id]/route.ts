import { MovementParams, movementReply } from "@/lib/contract/movement";
import { readMovement } from "@/lib/history/movements";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  params: MovementParams,
  reply: movementReply,
  handle: (ctx, { params }) => readMovement(ctx, { transactionId: params.id }),
});
