import { pageLocale } from "@/components/kit/locale/locale";
import type { Translate } from "@/components/kit/locale/translate";

/** URL of the page where customers check a balance with a card code. */
export const balancePageUrl = (slug: string) => `${window.location.origin}/balance/${slug}`;

/** A language's name in the page's language: "de" is "German". */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(pageLocale(), { type: "language" }).of(code) ?? code;

/** When a card expires, in months after its last top-up; null is "Never". */
export const validityWords = (t: Translate<"store">, months: number | null): string =>
  months === null ? t("expiration.never") : t("expiration.afterTopUp", { count: months });
