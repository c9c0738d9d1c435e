import { listActors } from "@/lib/audit/actors";
import { actorsReply } from "@/lib/contract/movement";
import { get } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = get({
  scope: "store:read",
  reply: actorsReply,
  handle: (ctx) => listActors(ctx),
});
