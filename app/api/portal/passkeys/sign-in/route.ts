import { passkeyOptionsReply } from "@/lib/contract/passkeys";
import { post } from "@/lib/http/endpoint";
import { setPasskeyCookie } from "@/lib/http/passkey-cookie";
import { startPasskeySignIn } from "@/lib/merchants/passkeys/sign-in";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  reply: passkeyOptionsReply,
  handle: async (ctx) => {
    const { options, token } = await startPasskeySignIn(ctx);
    setPasskeyCookie(ctx, token);
    return options;
  },
});
