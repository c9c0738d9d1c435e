import { AccountChangeBody, accountReply } from "@/lib/api/contract/portal/account";
import { endpoint, resource } from "@/lib/api/kernel/endpoint";
import { changeAccount, readAccount } from "@/lib/domain/people/account";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  GET: endpoint({
    scope: "store:read",
    reply: accountReply,
    handle: readAccount,
  }),
  PATCH: endpoint({
    scope: "store:read",
    body: AccountChangeBody,
    reply: accountReply,
    handle: (ctx, { body }) => changeAccount(ctx, body),
  }),
});
