import { actorsReply } from "@/lib/api/contract/portal/movement";
import { get } from "@/lib/api/kernel/endpoint";
import { listActors } from "@/lib/domain/transactions/actors";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: actorsReply,
  handle: (ctx) => listActors(ctx),
});
