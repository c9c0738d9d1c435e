/** Sheets that cards are printed on, and how many cards fit. A card has the size of a bank card. */
export const PRINT_TEMPLATES = {
  a4: { widthMm: 210, heightMm: 297, columns: 2, rows: 5 },
  // A fifth row would reach into the margin that many printers can't print on.
  letter: { widthMm: 215.9, heightMm: 279.4, columns: 2, rows: 4 },
  // For card printers: a page is one card.
  cr80: { widthMm: 85.6, heightMm: 54, columns: 1, rows: 1 },
} as const;

export type PrintTemplate = keyof typeof PRINT_TEMPLATES;
export const PRINT_TEMPLATE_NAMES = Object.keys(PRINT_TEMPLATES) as PrintTemplate[];

export const cardsPerPage = (template: PrintTemplate): number =>
  PRINT_TEMPLATES[template].columns * PRINT_TEMPLATES[template].rows;

const LETTER_CURRENCIES = ["USD", "CAD", "MXN"];

/** The paper that is usual where a store has this currency. */
export const usualTemplate = (currency: string): PrintTemplate =>
  LETTER_CURRENCIES.includes(currency) ? "letter" : "a4";
