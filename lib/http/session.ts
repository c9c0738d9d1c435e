import { getToken } from "next-auth/jwt";
import { type Principal, ROLE_SCOPES } from "../context";
import { env } from "../env";
import { invalid, Refusal } from "../errors";
import { checkSession, type LiveSession } from "../merchants/sessions/check";
import { checkOrigin, isSafe } from "./origin";

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
 * The signed-in person who asks; null when nobody is. With `anyStore` the page that asks may show
 * another store than the session's, or none. Refuses: insufficient_scope, when another site's page
 * may have made the browser send a change; store_changed, when the page shows another store;
 * invalid_request, when a change does not say which.
 */
export async function sessionPrincipal(
  request: Request,
  anyStore = false,
): Promise<Principal | null> {
  const session = await sessionOf(request.headers);
  if (!session) return null;
  const { id, userId, merchantId, role } = session;
  checkOrigin(request);
  if (!anyStore) checkStore(request.headers, merchantId, isSafe(request.method));
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

// The session may have turned to another store in another tab since the page was loaded.
function checkStore(headers: Headers, merchantId: string, reads: boolean): void {
  const shown = headers.get("scrip-store");
  if (shown === null && !reads) throw invalid("Scrip-Store", "must name the store that is shown");
  if (shown !== null && shown !== merchantId) throw new Refusal("store_changed");
}
