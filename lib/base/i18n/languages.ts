/** The languages of customers' pages and emails. */
export const CUSTOMER_LANGUAGES = ["en", "de", "fr", "es"] as const;

export type Language = (typeof CUSTOMER_LANGUAGES)[number];

/** The languages of all other pages: the dashboard, sign-in, the till and the docs. */
export const DASHBOARD_LANGUAGES: readonly Language[] = ["en"];

/** Each language's name in the language itself, as people look for it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

/** Cookie with the language that a person chose. */
export const LANGUAGE_COOKIE = "scrip-language";

export const DEFAULT_LOCALE = "en-US";

/** The locale (BCP 47) of a language where no region is known, as in emails. */
export const localeOf = (language: Language): string =>
  language === "en" ? DEFAULT_LOCALE : language;

type Wishes = {
  /** The language that the person chose, if any. */
  chosen: string | null | undefined;
  /** The `Accept-Language` header. */
  accepted: string | null;
  /** The languages that exist for this page. */
  languages: readonly Language[];
};

/**
 * Picks a page's locale (BCP 47): the chosen language or else the first accepted one that exists, with
 * the region that the browser accepts for it ("de-AT"), so that text, dates and amounts agree.
 */
export function pickLocale({ chosen, accepted, languages }: Wishes): string {
  const locales = acceptedLocales(accepted);
  const own = languages.find((language) => language === chosen);
  const preferred = own ? [own] : languages;
  const match = locales.find((locale) => preferred.some((one) => one === languageOf(locale)));
  return match ?? own ?? DEFAULT_LOCALE;
}

/** The language of a locale; undefined if there is no translation. */
export const languageOf = (locale: string): Language | undefined =>
  CUSTOMER_LANGUAGES.find((language) => language === locale.split("-")[0]?.toLowerCase());

/** Browsers send a handful. */
const MAX_ACCEPTED = 20;

/** The locales of an `Accept-Language` header, the most wanted first, without those that are not BCP 47. */
function acceptedLocales(header: string | null): string[] {
  const weighted = (header ?? "").split(",", MAX_ACCEPTED).flatMap((part) => {
    const [tag = "", quality] = part.split(";").map((one) => one.trim());
    const locale = canonical(tag);
    return locale ? [{ locale, weight: weightOf(quality) }] : [];
  });
  return weighted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale);
}

/** The weight of a tag's `q=0.5`; 1 without one. */
const weightOf = (quality: string | undefined): number =>
  quality?.startsWith("q=") ? Number(quality.slice("q=".length)) : 1;

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
