// Signs that begin a formula in a spreadsheet, some also at full width, and what separates cells in some country. Quotes
// between the two begin a cell, and are no part of it.
const FORMULA_START = /((?:^|[,;\t\r\n])"*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const ESCAPED_START = /((?:^|[,;\t\r\n])"*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Text that no spreadsheet takes for a formula, even one that separates cells by another sign than the file: such a
 * spreadsheet ignores the quotes after the first of a line.
 */
export const escapeFormulas = (text: string): string => text.replace(FORMULA_START, "$1'");

/** The text before escapeFormulas(). */
export const unescapeFormulas = (text: string): string => text.replace(ESCAPED_START, "$1");
