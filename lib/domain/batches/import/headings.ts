import { looksLikeAmount } from "./amounts";
import { COLUMN_NAMES, type ColumnName, type ColumnPlaces } from "./columns";
import { AMOUNT_WORDS, COLUMN_HEADINGS, CUSTOMER_HEADINGS } from "./heading-words";

/** Longer than any heading that is known, even with a unit. */
const MAX_HEADING_CHARACTERS = 100;

/** "Remaining_Balance (USD)" becomes "remaining balance", and "Gültig bis" "gultig bis". */
const normalized = (heading: string): string =>
  heading
    .slice(0, MAX_HEADING_CHARACTERS)
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/\([^()]*\)/g, " ")
    .replace(/[\s_.'’-]+/g, " ")
    .trim();

/** The first rows of a file, which show what a column has if its heading leaves that open. */
export const SAMPLE_ROWS = 50;

/** The places of a file's headings that fit a column, likeliest first. `rows` are the file's first rows. */
export function placesOf(column: ColumnName, headings: string[], rows: string[][]): number[] {
  const names = headings.map(normalized);
  const named = (synonyms: string[]) =>
    synonyms.flatMap((heading) =>
      names.flatMap((name, place) => (name === heading ? [place] : [])),
    );
  const places = named(COLUMN_HEADINGS[column]);
  if (column !== "email" || places.length > 0) return places;
  return named(CUSTOMER_HEADINGS).filter((place) =>
    areLargely(cellsOf(rows, place), (cell) => cell.includes("@")),
  );
}

/**
 * The places of all columns with amounts. If there are several, one may be the original amount and another what is left,
 * which only a person can tell.
 */
export const amountPlaces = (headings: string[], rows: string[][]): number[] =>
  headings.flatMap((heading, place) => {
    const name = normalized(heading);
    const cells = cellsOf(rows, place);
    const isAmount = AMOUNT_WORDS.test(name)
      ? cells.length === 0 || cells.some(looksLikeAmount)
      : !KNOWN_HEADINGS.has(name) && areLargely(cells, hasDecimals);
    return isAmount ? [place] : [];
  });

/** Guesses the columns of a file by its headings and first rows, but never one of several with amounts. */
export function guessColumns(headings: string[], rows: string[][]): ColumnPlaces {
  const isSure = (column: ColumnName) =>
    column !== "balance" || amountPlaces(headings, rows).length < 2;
  return Object.fromEntries(
    COLUMN_NAMES.filter(isSure).flatMap((column) => {
      const [place] = placesOf(column, headings, rows);
      return place === undefined ? [] : [[column, place]];
    }),
  );
}

const KNOWN_HEADINGS = new Set(COLUMN_NAMES.flatMap((column) => COLUMN_HEADINGS[column]));

/** Whether a line has the headings of a file, and neither its title nor a card. */
export const areHeadings = (cells: string[]): boolean =>
  cells
    .filter(({ length }) => length <= MAX_HEADING_CHARACTERS)
    .map(normalized)
    .filter((name) => KNOWN_HEADINGS.has(name) || AMOUNT_WORDS.test(name)).length > 1;

const hasDecimals = (cell: string): boolean =>
  looksLikeAmount(cell) && /\d[.,]\d{2}\D*$/.test(cell);

/** The cells of a column that have something. */
const cellsOf = (rows: string[][], place: number): string[] =>
  rows.flatMap((row) => row[place] || []);

/** Whether at least half of the cells are so: a few may have mistakes, or be of a totals row. */
const areLargely = (cells: string[], isSo: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(isSo).length >= cells.length / 2;
