import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { cookieIn } from "@/lib/base/request-headers";

const MAX_AGE_SECONDS = 5 * 60;

// The __Host- prefix requires HTTPS and stops other hosts of the domain from setting the cookie.
const cookieName = (): string => (env().production ? "__Host-scrip-passkey" : "scrip-passkey");

/** Sets the cookie with the token of startPasskeySignIn(). */
export function setPasskeyCookie({ reply }: Ctx, token: string): void {
  const secure = env().production ? "; Secure" : "";
  reply.cookie = `${cookieName()}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE_SECONDS}${secure}`;
}

/** The token of setPasskeyCookie() in a request; null if there is none. */
export const passkeyTokenOf = (headers: Headers): string | null =>
  cookieIn(headers, cookieName()) || null;
