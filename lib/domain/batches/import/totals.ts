import type { ImportRow } from "./read-row";

// In codes as they are stored, in capital letters and without spaces. Ours contain no O.
const TOTAL_PARTS = /TOTAL|SUMME|GESAMT|SOMME|SOMMA/;
const TOTAL_WORDS = new Set(
  `SUM SUMS SUMA COUNT AVERAGE MEAN ANZAHL DURCHSCHNITT MITTELWERT NOMBRE MOYENNE PROMEDIO
  CANTIDAD NUMERO CONTEGGIO MEDIA`.split(/\s+/),
);
// Of many codes without digits, some are just like that.
const MAX_SHARE_OF_WORDS = 0.1;
const MIN_ROWS_ABOVE = 2;

/**
 * Finds the rows of a file that are its totals rather than cards, by their place in `rows`, and says why. Rows with
 * problems count as cards; one without a valid code has an empty one.
 */
export function totalsAmong(rows: ImportRow[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const [place, { code }] of rows.entries()) {
    if (TOTAL_PARTS.test(code) || TOTAL_WORDS.has(code)) found.set(place, "looks like a total");
  }
  for (const place of wordsAmong(rows)) {
    if (!found.has(place)) found.set(place, "has a code without digits, unlike all others");
  }
  for (const place of sumsAmong(rows, found)) {
    found.set(place, "has the sum of the amounts above, so it may be a total");
  }
  return found;
}

const hasDigit = ({ code }: ImportRow) => /\d/.test(code);

/** The few rows without a digit in their code, of a length that the other codes don't have. */
function wordsAmong(rows: ImportRow[]): number[] {
  const others = rows.filter(hasDigit);
  const lengths = new Set(others.map(({ code }) => code.length));
  const words = rows.flatMap((row, place) =>
    row.code === "" || hasDigit(row) || lengths.has(row.code.length) ? [] : [place],
  );
  const most = Math.max(1, rows.length * MAX_SHARE_OF_WORDS);
  return others.length >= MIN_ROWS_ABOVE && words.length <= most ? words : [];
}

/** The last row of each currency, if its amount is the sum of those above. */
function sumsAmong(rows: ImportRow[], others: Map<number, string>): number[] {
  const sums = new Map<string, { above: number; sum: bigint; isSum: boolean; last: number }>();
  for (const [place, { currency, balanceCents }] of rows.entries()) {
    if (others.has(place) || balanceCents === 0) continue;
    const { above, sum } = sums.get(currency) ?? { above: 0, sum: 0n };
    const cents = BigInt(balanceCents);
    const isSum = above >= MIN_ROWS_ABOVE && sum === cents;
    sums.set(currency, { above: above + 1, sum: sum + cents, isSum, last: place });
  }
  return [...sums.values()].flatMap(({ isSum, last }) => (isSum ? [last] : []));
}
