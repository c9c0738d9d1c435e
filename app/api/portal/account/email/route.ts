import { EmailChangeBody, emptyReply } from "@/lib/api/contract/portal/account";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { cancelEmailChange, startEmailChange } from "@/lib/domain/people/change-email";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    scope: "store:read",
    status: 202,
    body: EmailChangeBody,
    reply: emptyReply,
    handle: (ctx, { body }) => startEmailChange(ctx, body),
  }),
  DELETE: endpoint({
    scope: "store:read",
    reply: emptyReply,
    handle: cancelEmailChange,
  }),
});
