import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import {
  CUSTOMER_LANGUAGES,
  DASHBOARD_LANGUAGES,
  LANGUAGE_COOKIE,
  pickLocale,
} from "@/lib/base/i18n/languages";
import { messagesOf } from "@/lib/base/i18n/messages";
import { headerOf } from "@/lib/base/request-headers";
import { PATH_HEADER } from "./security";
import { currentWallet } from "./wallet/wallet-session";

const CUSTOMER_PAGES = /^\/(wallet|balance|unsubscribe)(\/|$|\?)/;

/** The locale and messages of the requested page. */
export default getRequestConfig(async () => {
  const [sent, jar] = [await headers(), await cookies()];
  const isCustomerPage = CUSTOMER_PAGES.test(sent.get(PATH_HEADER) ?? "");
  // The person's choice comes before this browser's, which may be older than one made in another browser.
  const own = isCustomerPage ? (await currentWallet())?.language : null;
  const locale = pickLocale({
    chosen: own ?? jar.get(LANGUAGE_COOKIE)?.value,
    accepted: headerOf(sent, "accept-language"),
    languages: isCustomerPage ? CUSTOMER_LANGUAGES : DASHBOARD_LANGUAGES,
  });
  return { locale, messages: messagesOf(locale), timeZone: "UTC" };
});
