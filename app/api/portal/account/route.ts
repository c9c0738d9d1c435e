import { AccountChangeBody, accountReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { changeAccount, readAccount } from "@/lib/merchants/account";

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
