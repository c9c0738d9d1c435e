import { pageLocale } from "@/components/kit/locale/locale";

/** Formats a number in the page's locale, for example 1,204. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(pageLocale()).format(value);

/** Formats a number that is typed as proof, without separators. */
export const proofNumber = (value: number): string =>
  new Intl.NumberFormat(pageLocale(), { useGrouping: false }).format(value);
