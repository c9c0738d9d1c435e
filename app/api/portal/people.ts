import {
  AccountChangeBody,
  accountReply,
  ChangePasswordBody,
  CheckPasswordBody,
  CodeBody,
  checkedPasswordReply,
  EmailChangeBody,
  emptyReply,
  ForgotPasswordBody,
  PasswordBody,
  ProofBody,
  profileReply,
  ResetPasswordBody,
  recoveryCodesReply,
  revokedSessionsReply,
  SessionParams,
  SignUpBody,
  securityReply,
  sessionsReply,
  signedUpReply,
  TokenBody,
  totpSecretReply,
} from "@/lib/api/contract/portal/account";
import {
  AddPasskeyBody,
  PasskeyParams,
  passkeyOptionsReply,
  passkeyReply,
  passkeysReply,
  RemovePasskeyBody,
  StartPasskeyBody,
} from "@/lib/api/contract/portal/passkeys";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { setPasskeyCookie } from "@/lib/api/kernel/passkey-cookie";
import { setKnownCookie } from "@/lib/api/kernel/sessions";
import { changeAccount, readAccount } from "@/lib/domain/people/account";
import { cancelEmailChange, startEmailChange } from "@/lib/domain/people/change-email";
import {
  confirmAddress,
  confirmEmailChange,
  resendConfirmationLink,
} from "@/lib/domain/people/email-confirmation";
import { addPasskey, startAddingPasskey } from "@/lib/domain/people/passkeys/add";
import { listPasskeys, removePasskey } from "@/lib/domain/people/passkeys/list";
import { startPasskeySignIn } from "@/lib/domain/people/passkeys/sign-in";
import { changePassword } from "@/lib/domain/people/passwords/change";
import { checkPassword } from "@/lib/domain/people/passwords/check";
import { requestReset, resetPassword } from "@/lib/domain/people/passwords/reset";
import { readProfile, readSecurity } from "@/lib/domain/people/profile";
import { listSessions, revokeOtherSessions, revokeOwnSession } from "@/lib/domain/people/sessions";
import { signUp } from "@/lib/domain/people/sign-up";
import { replaceRecoveryCodes, setUpTotp, turnOnTotp } from "@/lib/domain/people/totp/set-up";
import { turnOffTotp } from "@/lib/domain/people/totp/turn-off";

export const people = {
  "/account/email/confirm": post({
    scope: "store:read",
    // The page of the link shows no store.
    anyStore: true,
    body: TokenBody,
    reply: emptyReply,
    handle: (ctx, { body }) => confirmEmailChange(ctx, body),
  }),
  "/account/email": resource({
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
  }),
  "/account": resource({
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
  }),
  "/address/confirm": post({
    scope: null,
    body: TokenBody,
    reply: emptyReply,
    handle: (ctx, { body }) => confirmAddress(ctx, body),
  }),
  "/address/send": post({
    scope: "store:read",
    withoutSecondFactor: true,
    status: 202,
    reply: emptyReply,
    handle: resendConfirmationLink,
  }),
  "/me": get({
    scope: "store:read",
    withoutSecondFactor: true,
    reply: profileReply,
    handle: readProfile,
  }),
  "/passkeys/options": post({
    scope: "store:read",
    withoutSecondFactor: true,
    body: StartPasskeyBody,
    reply: passkeyOptionsReply,
    handle: (ctx, { body }) => startAddingPasskey(ctx, body),
  }),
  "/passkeys": resource({
    GET: endpoint({
      scope: "store:read",
      withoutSecondFactor: true,
      reply: passkeysReply,
      handle: (ctx) => listPasskeys(ctx),
    }),
    POST: endpoint({
      scope: "store:read",
      withoutSecondFactor: true,
      body: AddPasskeyBody,
      status: 201,
      reply: passkeyReply,
      handle: (ctx, { body }) => addPasskey(ctx, body),
    }),
  }),
  "/passkeys/sign-in": post({
    scope: null,
    reply: passkeyOptionsReply,
    handle: async (ctx) => {
      const { options, token } = await startPasskeySignIn(ctx);
      setPasskeyCookie(ctx, token);
      return options;
    },
  }),
  "/passkeys/{id}/remove": post({
    scope: "store:read",
    withoutSecondFactor: true,
    params: PasskeyParams,
    body: RemovePasskeyBody,
    reply: emptyReply,
    handle: (ctx, { params, body }) => removePasskey(ctx, { ...params, ...body }),
  }),
  "/password/check": post({
    scope: null,
    body: CheckPasswordBody,
    reply: checkedPasswordReply,
    handle: (ctx, { body }) => checkPassword(ctx, body),
  }),
  "/password/forgot": post({
    scope: null,
    body: ForgotPasswordBody,
    status: 202,
    reply: emptyReply,
    handle: (ctx, { body }) => requestReset(ctx, body),
  }),
  "/password/reset": post({
    scope: null,
    body: ResetPasswordBody,
    reply: emptyReply,
    handle: async (ctx, { body }) => {
      const { email } = await resetPassword(ctx, body);
      setKnownCookie(ctx, email);
      return {};
    },
  }),
  "/password": post({
    scope: "store:read",
    withoutSecondFactor: true,
    body: ChangePasswordBody,
    reply: revokedSessionsReply,
    handle: (ctx, { body }) => changePassword(ctx, body),
  }),
  "/security": get({
    scope: "store:read",
    withoutSecondFactor: true,
    reply: securityReply,
    handle: readSecurity,
  }),
  "/sessions/revoke-others": post({
    scope: "store:read",
    withoutSecondFactor: true,
    reply: revokedSessionsReply,
    handle: revokeOtherSessions,
  }),
  "/sessions": get({
    scope: "store:read",
    withoutSecondFactor: true,
    reply: sessionsReply,
    handle: listSessions,
  }),
  "/sessions/{id}/revoke": post({
    scope: "store:read",
    withoutSecondFactor: true,
    params: SessionParams,
    reply: revokedSessionsReply,
    handle: (ctx, { params }) => revokeOwnSession(ctx, params),
  }),
  "/sign-up": post({
    scope: null,
    body: SignUpBody,
    status: 202,
    reply: signedUpReply,
    handle: (ctx, { body }) => signUp(ctx, body),
  }),
  "/totp/recovery-codes": post({
    scope: "store:read",
    withoutSecondFactor: true,
    body: ProofBody,
    reply: recoveryCodesReply,
    handle: (ctx, { body }) => replaceRecoveryCodes(ctx, body),
  }),
  "/totp/set-up": post({
    scope: "store:read",
    withoutSecondFactor: true,
    body: PasswordBody,
    reply: totpSecretReply,
    handle: (ctx, { body }) => setUpTotp(ctx, body),
  }),
  "/totp/turn-off": post({
    scope: "store:read",
    withoutSecondFactor: true,
    body: ProofBody,
    reply: emptyReply,
    handle: (ctx, { body }) => turnOffTotp(ctx, body),
  }),
  "/totp/turn-on": post({
    scope: "store:read",
    withoutSecondFactor: true,
    body: CodeBody,
    reply: recoveryCodesReply,
    handle: (ctx, { body }) => turnOnTotp(ctx, body),
  }),
};
