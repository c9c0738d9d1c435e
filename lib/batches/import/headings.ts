import { COLUMN_NAMES, type ColumnName, type ColumnPlaces } from "./columns";

/** The headings that other providers use for each column, likeliest first. */
const COLUMN_HEADINGS: Record<ColumnName, string[]> = {
  code: [
    "code",
    "card code",
    "gift card code",
    "card number",
    "gift card number",
    "gift card",
    "voucher code",
    "number",
  ],
  balance: [
    "balance",
    "remaining balance",
    "current balance",
    "available balance",
    "card balance",
    "remaining value",
    "remaining amount",
    "amount",
    "value",
  ],
  currency: ["currency", "currency code"],
  expiry: [
    "expiry",
    "expires",
    "expires on",
    "expires at",
    "expiry date",
    "expiration",
    "expiration date",
    "valid until",
    "valid through",
  ],
  email: [
    "email",
    "e mail",
    "email address",
    "customer email",
    "recipient email",
    "owner email",
    "owner",
  ],
  note: ["note", "notes", "comment", "comments", "memo"],
  pin: ["pin", "pin code", "pin number", "card pin", "security code", "scratch code"],
};

/** Longer than any of these, even with a unit. */
const MAX_HEADING_CHARS = 200;

/** "Remaining_Balance (USD)" becomes "remaining balance". */
const normalized = (heading: string): string =>
  heading
    .slice(0, MAX_HEADING_CHARS)
    .toLowerCase()
    .replace(/\([^()]*\)/g, " ")
    .replace(/[\s_.-]+/g, " ")
    .trim();

/** The places of a file's headings that fit a column, likeliest first. */
export function placesOf(column: ColumnName, headings: string[]): number[] {
  const names = headings.map(normalized);
  return COLUMN_HEADINGS[column].flatMap((known) =>
    names.flatMap((name, place) => (name === known ? [place] : [])),
  );
}

/** Guesses the columns of a file by its headings. */
export const guessColumns = (headings: string[]): ColumnPlaces =>
  Object.fromEntries(
    COLUMN_NAMES.flatMap((column) => {
      const [place] = placesOf(column, headings);
      return place === undefined ? [] : [[column, place]];
    }),
  );
