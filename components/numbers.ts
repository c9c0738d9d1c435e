const format = new Intl.NumberFormat();

/** Formats a number in the user's locale, for example 1,204. */
export const formatNumber = (value: number): string => format.format(value);

/** A count with its noun: "1 event", "1,204 events". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
