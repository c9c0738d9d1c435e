import { getToken } from "next-auth/jwt";
import { type Principal, ROLE_SCOPES } from "../context";
import { env } from "../env";
import { Refusal } from "../errors";
import { checkSession, type LiveSession } from "../merchants/sessions/check";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** The session whose id is in the cookie, as long as its row counts. */
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
 * The signed-in person who asks; null when nobody is. Refuses: insufficient_scope, when another
 * site's page may have made the browser send a change.
 */
export async function sessionPrincipal(request: Request): Promise<Principal | null> {
  const session = await sessionOf(request.headers);
  if (!session) return null;
  const { id, userId, merchantId, role } = session;
  if (!SAFE_METHODS.includes(request.method)) checkOrigin(request.headers);
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

// A browser sends Origin with every change, and Sec-Fetch-Site unless it is an old one.
function checkOrigin(headers: Headers): void {
  const { appUrl } = env();
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  if (headers.get("origin") === appUrl && site === "same-origin") return;
  throw new Refusal("insufficient_scope", {
    message: `A signed-in person can change something only from ${appUrl} itself.`,
  });
}
