import { emptyReply, revokedSessionsReply, SessionParams } from "@/lib/api/contract/portal/account";
import {
  consumerTokensReply,
  IssueTokenBody,
  issuedTokenReply,
  LanguageBody,
  OpenByCodeBody,
  OpenLinkBody,
  openedWalletReply,
  SignInBody,
  walletBrowsersReply,
} from "@/lib/api/contract/wallet/wallet";
import { endpoint, get, post, resource } from "@/lib/api/kernel/endpoint";
import { setLanguageCookie } from "@/lib/api/kernel/language-cookie";
import { clearWalletCookie, setSignInBrowser, setWalletCookie } from "@/lib/api/kernel/sessions";
import { chooseLanguage } from "@/lib/domain/wallet/language";
import { openByCode, openLink, requestSignIn } from "@/lib/domain/wallet/links";
import {
  closeWallet,
  listWalletSessions,
  revokeOtherWallets,
  revokeWalletSession,
} from "@/lib/domain/wallet/sessions";
import { issueToken, listTokens, revokeToken } from "@/lib/domain/wallet/tokens";

export const sessions = {
  "/language": post({
    scope: null,
    consumer: "known",
    body: LanguageBody,
    reply: emptyReply,
    handle: async (ctx, { body }) => {
      const saved = await chooseLanguage(ctx, body);
      setLanguageCookie(ctx, body.language);
      return saved;
    },
  }),
  "/open": post({
    scope: null,
    consumer: "known",
    body: OpenLinkBody,
    reply: openedWalletReply,
    handle: async (ctx, { body }) => {
      const opened = await openLink(ctx, body);
      setWalletCookie(ctx, opened.token);
      return opened;
    },
  }),
  "/open/code": post({
    scope: null,
    consumer: "known",
    body: OpenByCodeBody,
    reply: openedWalletReply,
    handle: async (ctx, { body }) => {
      const opened = await openByCode(ctx, { ...body, browser: ctx.signInBrowser ?? "" });
      setWalletCookie(ctx, opened.token);
      return opened;
    },
  }),
  "/sessions/revoke-others": post({
    scope: "wallet:own",
    reply: revokedSessionsReply,
    handle: revokeOtherWallets,
  }),
  "/sessions": get({
    scope: "wallet:own",
    reply: walletBrowsersReply,
    handle: listWalletSessions,
  }),
  "/sessions/{id}/revoke": post({
    scope: "wallet:own",
    params: SessionParams,
    reply: revokedSessionsReply,
    handle: (ctx, { params }) => revokeWalletSession(ctx, params),
  }),
  "/sign-in": post({
    scope: null,
    body: SignInBody,
    status: 202,
    reply: emptyReply,
    handle: (ctx, { body }) => requestSignIn(ctx, { ...body, browser: setSignInBrowser(ctx) }),
  }),
  "/sign-out": post({
    scope: "wallet:card",
    reply: emptyReply,
    handle: async (ctx) => {
      const closed = await closeWallet(ctx);
      clearWalletCookie(ctx);
      return closed;
    },
  }),
  "/tokens": resource({
    GET: endpoint({
      scope: "wallet:own",
      reply: consumerTokensReply,
      handle: listTokens,
    }),
    POST: endpoint({
      scope: "wallet:own",
      body: IssueTokenBody,
      status: 201,
      reply: issuedTokenReply,
      handle: (ctx, { body }) => issueToken(ctx, body),
    }),
  }),
  "/tokens/{id}/revoke": post({
    scope: "wallet:own",
    params: SessionParams,
    reply: revokedSessionsReply,
    handle: (ctx, { params }) => revokeToken(ctx, params),
  }),
};
