import { requestSignIn } from "@/lib/consumers/links";
import { SignInBody } from "@/lib/contract/consumer-wallet";
import { emptyReply } from "@/lib/contract/security";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";

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
