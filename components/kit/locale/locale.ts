import { useLocale as localeOfRender } from "next-intl";
import { DEFAULT_LOCALE } from "@/lib/base/i18n/languages";

/** The page's locale (BCP 47), which the server chose: for every date, number and amount on it. */
export function pageLocale(): string {
  if (typeof document !== "undefined") return document.documentElement.lang;
  try {
    // The server calls this only while it renders a page.
    return localeOfRender();
  } catch {
    // In a test.
    return DEFAULT_LOCALE;
  }
}
