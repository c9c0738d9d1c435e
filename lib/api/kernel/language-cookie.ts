import { env } from "@/lib/base/config/env";
import type { Ctx } from "@/lib/base/context";
import { CUSTOMER_LANGUAGES, LANGUAGE_COOKIE, type Language } from "@/lib/base/i18n/languages";
import { cookieIn } from "@/lib/base/request-headers";

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Sets the cookie with the language of customers' pages in this browser. */
export function setLanguageCookie({ reply }: Ctx, language: Language): void {
  const secure = env().production ? "; Secure" : "";
  reply.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE_SECONDS}${secure}`;
}

/** The language in the cookie; null without one. */
export function languageIn(headers: Headers): Language | null {
  const chosen = cookieIn(headers, LANGUAGE_COOKIE);
  return CUSTOMER_LANGUAGES.find((language) => language === chosen) ?? null;
}
