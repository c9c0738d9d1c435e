/** The page's locale (BCP 47), which the server chose: for every date, number and amount on it. */
export const pageLocale = (): string =>
  typeof document === "undefined" ? "en-US" : document.documentElement.lang;
