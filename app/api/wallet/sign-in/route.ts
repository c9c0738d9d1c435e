import { requestSignIn } from "@/lib/consumers/links";
import { emptyReply } from "@/lib/contract/account";
import { SignInBody } from "@/lib/contract/consumer-wallet";
import { endpoint, resource } from "@/lib/http/endpoint";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Have a link mailed that opens the wallet of this address.",
    scope: null,
    body: SignInBody,
    status: 202,
    reply: emptyReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => requestSignIn(ctx, body),
  }),
});
