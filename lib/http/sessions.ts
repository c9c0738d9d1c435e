import { getToken } from "next-auth/jwt";
import { checkWallet, type OpenWallet } from "../consumers/sessions";
import { authenticateConsumer } from "../consumers/tokens";
import type { Consumer, Ctx, Principal } from "../context";
import { ROLE_SCOPES } from "../roles";
import { env } from "../env";
import { invalid, Refusal } from "../errors";
import { checkSession, type LiveSession } from "../merchants/sessions";
import { WALLET_SESSIONS } from "../sessions/sessions";
import { bearerIn } from "./parse";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Lets through what a page of this instance sends with a cookie. A browser sends Origin with every
 * change, and Sec-Fetch-Site unless it is an old one. Refuses: insufficient_scope, when another
 * site's page may have made the browser send a change.
 */
function checkOrigin({ method, headers }: Request): void {
  if (SAFE_METHODS.includes(method)) return;
  const { appUrl } = env();
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  if (headers.get("origin") === appUrl && site === "same-origin") return;
  throw new Refusal("insufficient_scope", {
    message: `A signed-in person can change something only from ${appUrl} itself.`,
  });
}

/** The live session of the cookie in these headers. */
export async function sessionOf(headers: Headers): Promise<LiveSession | null> {
  if (!headers.has("cookie")) return null;
  const token = await getToken({
    req: { headers },
    secret: env().authSecret,
    secureCookie: env().production,
  });
  return typeof token?.sessionId === "string" ? await checkSession(token.sessionId) : null;
}

/**
 * The signed-in person who asks; null when nobody is. `anyStore` skips the `Scrip-Store` check.
 * Refuses: insufficient_scope, when another site's page may have made the browser send a change;
 * store_changed, when the page shows another store; invalid_request, when a change does not say which.
 */
export async function sessionPrincipal(
  request: Request,
  anyStore = false,
): Promise<Principal | null> {
  const session = await sessionOf(request.headers);
  if (!session) return null;
  const { id, userId, merchantId, role } = session;
  checkOrigin(request);
  if (!anyStore) checkStore(request, merchantId);
  return {
    kind: "session",
    merchantId,
    actor: `user:${userId}`,
    session: { id, userId },
    scopes: ROLE_SCOPES[role],
    shape: "A",
    limitPerWindow: null,
  };
}

// The person may have switched to another store in another tab since the page was loaded.
function checkStore({ method, headers }: Request, merchantId: string): void {
  const shown = headers.get("scrip-store");
  if (shown === null && !SAFE_METHODS.includes(method)) {
    throw invalid("Scrip-Store", "must name the store that is shown");
  }
  if (shown !== null && shown !== merchantId) throw new Refusal("store_changed");
}

// The prefix lets no other host of the domain set it, and needs https.
const cookieName = (): string => (env().production ? "__Host-scrip-wallet" : "scrip-wallet");

const cookie = (token: string, maxAgeSeconds: number): string =>
  [
    `${cookieName()}=${token}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
    ...(env().production ? ["Secure"] : []),
  ].join("; ");

/** Has the response give the browser a wallet's token; null leaves what it has. */
export function keepWallet({ reply }: Ctx, token: string | null): void {
  if (token !== null) reply.cookie = cookie(token, WALLET_SESSIONS.maxHours * 60 * 60);
}

/** Has the response take the wallet's token from the browser. */
export function dropWallet({ reply }: Ctx): void {
  reply.cookie = cookie("", 0);
}

/** The wallet that is open in the browser which sends these headers; null when none is. */
export async function walletOf(headers: Headers): Promise<OpenWallet | null> {
  const start = `${cookieName()}=`;
  const cookies = headers.get("cookie")?.split(/; */) ?? [];
  const token = cookies.find((one) => one.startsWith(start))?.slice(start.length);
  return token ? await checkWallet(token) : null;
}

type Known = { principal: Principal; consumer: Consumer };

/**
 * The consumer whose wallet asks, by its cookie alone: no key and no merchant's session opens a
 * wallet. Refuses: unauthorized, insufficient_scope (another site's page may have sent it).
 */
export async function authenticateWallet(request: Request): Promise<Known> {
  const known = await knownWallet(request);
  if (known) return known;
  throw new Refusal("unauthorized", { message: "Sign in to your wallet first." });
}

/** The same where a wallet need not be open; null when none is. */
export async function knownWallet(request: Request): Promise<Known | null> {
  const wallet = await walletOf(request.headers);
  if (!wallet) return null;
  checkOrigin(request);
  const { consumer, session } = wallet;
  const principal: Principal = {
    kind: "consumer",
    merchantId: "",
    actor: `consumer:${consumer.id}`,
    wallet: session,
    // A wallet that a link to one card opened sees that card alone.
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
export async function presentedConsumer(headers: Headers): Promise<Consumer | null> {
  const header = headers.get("scrip-consumer");
  if (header === null) return null;
  const token = bearerIn(header);
  const consumer = token && (await authenticateConsumer(token));
  if (!consumer) throw new Refusal("consumer_unauthorized");
  return consumer;
}
