import { SignUpBody, signedUpReply } from "@/lib/contract/account";
import { endpoint, resource } from "@/lib/http/endpoint";
import { signUp } from "@/lib/merchants/sign-up";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = resource({
  POST: endpoint({
    summary: "Create a store with its first owner.",
    scope: null,
    body: SignUpBody,
    status: 201,
    reply: signedUpReply,
    refuses: ["rate_limited"],
    handle: (ctx, { body }) => signUp(ctx, body),
  }),
});
