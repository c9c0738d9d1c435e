const format = new Intl.NumberFormat();

/** As the reader's language writes it, such as 1,204. */
export const number = (value: number): string => format.format(value);

/** "1 event", "1,204 events". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;
