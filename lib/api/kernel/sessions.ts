import { getToken } from "next-auth/jwt";
import { env } from "@/lib/base/config/env";
import type { Consumer, Ctx, Principal } from "@/lib/base/context";
import { invalidField, Refusal } from "@/lib/base/errors";
import { newToken } from "@/lib/base/opaque-token";
import { cookieIn, headerOf } from "@/lib/base/request-headers";
import { ROLE_SCOPES } from "@/lib/base/roles";
import { KNOWN_BROWSER_SECONDS, withKnownAccount } from "@/lib/domain/people/known-browsers";
import { WALLET_SESSIONS } from "@/lib/domain/people/session-records";
import { checkSession, type LiveSession } from "@/lib/domain/people/sessions";
import { SIGN_IN_MINUTES } from "@/lib/domain/wallet/links";
import { checkWalletSession, type OpenWallet } from "@/lib/domain/wallet/sessions";
import { authenticateConsumer } from "@/lib/domain/wallet/tokens";
import { bearerIn } from "./parse";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses a change unless a page of this instance sent it. Browsers send Origin with every change; old
 * ones don't send Sec-Fetch-Site. Refuses: insufficient_scope, if another site's page may have made the
 * browser send the change.
 */
export function checkOrigin({ method, headers }: Request): void {
  if (SAFE_METHODS.includes(method)) return;
  const { appUrl } = env();
  const site = headerOf(headers, "sec-fetch-site") ?? "same-origin";
  if (headerOf(headers, "origin") === appUrl && site === "same-origin") return;
  throw new Refusal("insufficient_scope", {
    message: `Open Scrip at ${appUrl} to make changes.`,
  });
}

/** The name of the session's cookie. The __Host- prefix keeps other hosts of the domain from setting it. */
export const sessionCookieName = (): string =>
  env().production ? "__Host-authjs.session-token" : "authjs.session-token";

/** The active session for the cookie in these headers; null if there is none. */
export async function sessionOf(headers: Headers): Promise<LiveSession | null> {
  if (!headers.has("cookie")) return null;
  const token = await getToken({
    req: { headers },
    secret: env().authSecrets,
    cookieName: sessionCookieName(),
  });
  return typeof token?.sessionId === "string" ? await checkSession(token.sessionId) : null;
}

/** The sessions of requests that a page makes in this process. */
const sessionsOfPages = new WeakMap<Request, LiveSession>();

/**
 * The request that a page makes for its first data. It has the page's session, if that is of a team member, which is
 * not read again. Who opened the page may have sent an API key or a shape as well, which are for the API alone.
 */
export function requestOfPage(
  path: string,
  headers: Headers,
  session: LiveSession | null,
): Request {
  const request = new Request(new URL(path, env().appUrl), { headers });
  for (const name of ["authorization", "scrip-shape"]) request.headers.delete(name);
  if (session) sessionsOfPages.set(request, session);
  return request;
}

/** Which checks an operation skips: that of `Scrip-Store`, and that of the second factor that a store requires. */
type SessionRule = { anyStore?: boolean | undefined; withoutSecondFactor?: boolean | undefined };

/**
 * The signed-in person; null if nobody is signed in.
 * Refuses: insufficient_scope, if another site's page may have made the browser send a change;
 * store_changed, if the page shows another store; second_factor_required; invalid_request, if a change doesn't name its store.
 */
export async function sessionPrincipal(
  request: Request,
  { anyStore = false, withoutSecondFactor = false }: SessionRule = {},
): Promise<Principal | null> {
  const session = sessionsOfPages.get(request) ?? (await sessionOf(request.headers));
  if (!session) return null;
  const { id, userId, merchantId, isTest, role } = session;
  checkOrigin(request);
  if (!anyStore) checkStore(request, merchantId);
  if (session.lacksSecondFactor && !withoutSecondFactor) {
    throw new Refusal("second_factor_required");
  }
  return {
    kind: "member",
    merchantId,
    isTest,
    actor: `user:${userId}`,
    session: { id, userId },
    scopes: ROLE_SCOPES[role],
    shape: "A",
    limitPerWindow: null,
  };
}

// The person may have switched to another store in another tab since the page was loaded.
function checkStore({ method, headers }: Request, merchantId: string): void {
  const shown = headerOf(headers, "scrip-store");
  if (shown === null && !SAFE_METHODS.includes(method)) {
    throw invalidField("Scrip-Store", "must be the ID of the store shown");
  }
  if (shown !== null && shown !== merchantId) throw new Refusal("store_changed");
}

// The __Host- prefix requires HTTPS and stops other hosts of the domain from setting the cookie.
const walletCookieName = (): string => (env().production ? "__Host-scrip-wallet" : "scrip-wallet");

export const cookie = (name: string, value: string, maxAgeSeconds: number): string =>
  [
    `${name}=${value}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
    ...(env().production ? ["Secure"] : []),
  ].join("; ");

/** Sets the wallet cookie in the response; null leaves it unchanged. */
export function setWalletCookie({ reply }: Ctx, token: string | null): void {
  if (token !== null)
    reply.cookie = cookie(walletCookieName(), token, WALLET_SESSIONS.maxHours * 60 * 60);
}

/** Clears the wallet cookie in the response. */
export function clearWalletCookie({ reply }: Ctx): void {
  reply.cookie = cookie(walletCookieName(), "", 0);
}

const signInCookieName = (): string =>
  env().production ? "__Host-scrip-wallet-sign-in" : "scrip-wallet-sign-in";

/** The token that setSignInBrowser() gave the browser that sent these headers; null if it has none. */
export function signInBrowserIn(headers: Headers): string | null {
  const token = cookieIn(headers, signInCookieName());
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** Sets the cookie of a browser that asks for a sign-in email, for as long as its code works. Returns its token. */
export function setSignInBrowser({ reply, signInBrowser }: Ctx): string {
  // The same one when it asks again: the earlier email may be the one that its person reads.
  const token = signInBrowser ?? newToken().token;
  reply.cookie = cookie(signInCookieName(), token, SIGN_IN_MINUTES * 60);
  return token;
}

const knownCookieName = (): string => (env().production ? "__Host-scrip-known" : "scrip-known");

/** The cookie that names the accounts this browser signed in to before; empty if there is none. */
export const knownCookieIn = (headers: Headers): string => cookieIn(headers, knownCookieName());

/** The Set-Cookie value after a sign-in to the account with this email. */
export const knownCookieFor = (headers: Headers, email: string): string =>
  cookie(knownCookieName(), withKnownAccount(knownCookieIn(headers), email), KNOWN_BROWSER_SECONDS);

/** Makes the browser known to the account, and to no other, after an emailed link proved that it's the user's. */
export function setKnownCookie({ reply }: Ctx, email: string): void {
  reply.cookie = knownCookieFor(new Headers(), email);
}

/** The wallet that is open in the browser that sent these headers; null if there is none. */
export async function walletOf(headers: Headers): Promise<OpenWallet | null> {
  const token = cookieIn(headers, walletCookieName());
  return token ? await checkWalletSession(token) : null;
}

type WalletCaller = { principal: Principal; consumer: Consumer };

/**
 * Authenticates a consumer by the wallet cookie only: API keys and merchants' sessions can't open a
 * wallet. Refuses: unauthorized, insufficient_scope (another site's page may have sent it).
 */
export async function authenticateWallet(request: Request): Promise<WalletCaller> {
  const known = await findWalletCaller(request);
  if (known) return known;
  throw new Refusal("unauthorized", { message: "Sign in to your wallet." });
}

/** Like authenticateWallet(), but returns null if no wallet is open. */
export async function findWalletCaller(request: Request): Promise<WalletCaller | null> {
  const wallet = await walletOf(request.headers);
  if (!wallet) return null;
  checkOrigin(request);
  const { consumer, session } = wallet;
  const principal: Principal = {
    kind: "customer",
    merchantId: "",
    actor: `consumer:${consumer.id}`,
    wallet: session,
    // A wallet opened by a link to one card sees only that card.
    scopes: session.only ? ["wallet:card"] : ["wallet:card", "wallet:own"],
    shape: "A",
    limitPerWindow: null,
  };
  return { principal, consumer };
}

/**
 * The consumer of the token in `Scrip-Consumer: Bearer <token>`; null without the header.
 * Refuses: consumer_unauthorized.
 */
export async function consumerOfToken(headers: Headers): Promise<Consumer | null> {
  const header = headerOf(headers, "scrip-consumer");
  if (header === null) return null;
  const token = bearerIn(header);
  const consumer = token && (await authenticateConsumer(token));
  if (!consumer) throw new Refusal("consumer_unauthorized");
  return consumer;
}
