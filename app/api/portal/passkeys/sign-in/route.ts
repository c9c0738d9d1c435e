import { passkeyOptionsReply } from "@/lib/api/contract/portal/passkeys";
import { post } from "@/lib/api/kernel/endpoint";
import { setPasskeyCookie } from "@/lib/api/kernel/passkey-cookie";
import { startPasskeySignIn } from "@/lib/domain/people/passkeys/sign-in";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = post({
  scope: null,
  reply: passkeyOptionsReply,
  handle: async (ctx) => {
    const { options, token } = await startPasskeySignIn(ctx);
    setPasskeyCookie(ctx, token);
    return options;
  },
});
