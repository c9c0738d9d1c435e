export const DECIMAL_MARKS = ["point", "comma"] as const;
/** What begins the decimals of a file's amounts: 1,234.50 or 1.234,50. */
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

export const DATE_ORDERS = ["day-first", "month-first"] as const;
/** How a file orders its dates: 31/12/2027 or 12/31/2027. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How a file writes amounts and dates, as far as it can be read in 2 ways. */
export type FileFormats = {
  decimalMark?: DecimalMark | undefined;
  dateOrder?: DateOrder | undefined;
};
