import { pageLocale } from "./locale";

/** Formats a number in the page's locale, for example 1,204. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat(pageLocale()).format(value);

/** A count with its noun: "1 event", "1,204 events". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
