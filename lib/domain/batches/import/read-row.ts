import { normaliseEmail } from "@/lib/base/email";
import { decimalText, isCurrency } from "@/lib/base/money";
import { isCleanText } from "@/lib/base/text";
import { parseStoreCode } from "@/lib/domain/cards/code";
import { parsePin } from "@/lib/domain/cards/pin";
import { isPlainAmount, readAmount } from "./amounts";
import type { ColumnName } from "./columns";
import type { Conversions } from "./conversions";
import { readDate } from "./dates";
import type { FileFormats } from "./formats";
import type { RawRow } from "./read-file";

const MAX_NOTE_CHARS = 500;

/** A card to import. One without a balance becomes unsold stock. */
export type ImportRow = {
  code: string;
  /** In minor units; 0 for a card that was never sold. */
  balanceCents: number;
  currency: string;
  expiresOn: string | null;
  email: string | null;
  note: string | null;
  /** In capital letters; asked for on public pages with the code. Missing in files queued before PINs. */
  pin?: string | null;
};

/** What rows are read with: the currency for rows without one, the store's date, and the file's formats. */
export type Reading = FileFormats & {
  includeTotals?: boolean | undefined;
  currency: string;
  today: string;
  conversions?: Conversions | undefined;
};

/** A column, or the row as a whole. */
export type ProblemPlace = ColumnName | "row";
type ReportProblem = (column: ProblemPlace, message: string) => void;

/** Reads a row, and reports every problem that it has. */
export function readRow(row: RawRow, reading: Reading, report: ReportProblem): ImportRow {
  if (row.isTooLong) report("row", "has more cells than the headings; put quotes around commas");
  const code = parseStoreCode(row.code);
  if (code === null) {
    report("code", row.code === "" ? "is missing" : "must be 4 to 32 letters and digits");
  }
  const currency = row.currency === "" ? reading.currency : row.currency.toUpperCase();
  const isKnown = isCurrency(currency);
  if (!isKnown) report("currency", "isn't a known currency; use a code such as USD");
  const balanceCents = readBalance(row, isKnown ? currency : reading.currency, reading, report);
  const expiresOn = readExpiry(row, reading, report);
  const email = row.email === "" ? null : normaliseEmail(row.email);
  if (row.email !== "" && email === null) report("email", "is not an email address");
  if (row.note.length > MAX_NOTE_CHARS || !isCleanText(row.note)) {
    report("note", `must have at most ${MAX_NOTE_CHARS} characters and no control characters`);
  }
  const pin = row.pin === "" ? null : parsePin(row.pin);
  if (row.pin !== "" && pin === null) report("pin", "must be 4 to 12 letters and digits");
  return {
    code: code ?? "",
    balanceCents,
    currency,
    expiresOn,
    email,
    note: row.note || null,
    pin,
  };
}

function readBalance(
  { balance: from, line }: RawRow,
  currency: string,
  { decimalMark, conversions }: Reading,
  report: ReportProblem,
): number {
  const cents = readAmount(from, currency, decimalMark);
  if (typeof cents === "string") {
    report("balance", cents);
    return 0;
  }
  if (!isPlainAmount(from, currency)) {
    const to = `${decimalText(cents, currency)} ${currency}`;
    conversions?.add({ column: "balance", line, from, to });
  }
  return cents;
}

function readExpiry(
  { expiry: from, line }: RawRow,
  { dateOrder, today, conversions }: Reading,
  report: ReportProblem,
): string | null {
  if (from === "") return null;
  const read = readDate(from, dateOrder);
  if ("problem" in read) {
    report("expiry", read.problem);
    return null;
  }
  conversions?.add({ column: "expiry", line, from, to: read.day });
  if (read.day < today) report("expiry", "is in the past; the card has expired");
  return read.day;
}
