import { setImmediate } from "node:timers/promises";
import { parseStoreCode } from "../../cards/code";
import { normaliseEmail } from "../../email";
import { decimalsOf, isCurrency } from "../../money";
import { isCleanText } from "../../text";
import type { ColumnName, WrittenRow } from "./read-file";

const MAX_NOTE_CHARS = 500;
// In between the process does its other work.
const ROWS_AT_ONCE = 200;

/** A card to be imported; one that holds nothing becomes unsold stock. */
export type ImportRow = {
  code: string;
  /** In minor units; 0 is a card that was never sold. */
  balanceCents: number;
  currency: string;
  expiresOn: string | null;
  email: string | null;
  note: string | null;
};

export type Problem = { line: number; column: ColumnName; message: string };

export type CheckedRows = { good: (ImportRow & { line: number })[]; problems: Problem[] };

/** What rows are checked against: the store's currency where none is given, and its date. */
type Store = { currency: string; today: string };

/** Checks each row by itself and against the others of its file: every problem of every row. */
export async function checkRows(rows: WrittenRow[], store: Store): Promise<CheckedRows> {
  const problems: Problem[] = [];
  const lineOfCode = new Map<string, number>();
  const good: CheckedRows["good"] = [];
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_AT_ONCE === 0) await setImmediate();
    const before = problems.length;
    const report = (column: ColumnName, message: string) =>
      problems.push({ line: row.line, column, message });
    const read = readRow(row, store, report);
    const first = lineOfCode.get(read.code);
    if (first !== undefined) report("code", `is the same as in line ${first}`);
    else if (read.code !== "") lineOfCode.set(read.code, row.line);
    if (problems.length === before) good.push({ ...read, line: row.line });
  }
  return { good, problems };
}

type Report = (column: ColumnName, message: string) => void;

function readRow(row: WrittenRow, { currency: usual, today }: Store, report: Report): ImportRow {
  const code = parseStoreCode(row.code);
  if (code === null) {
    report("code", row.code === "" ? "is missing" : "must be 4 to 32 letters and digits");
  }
  const currency = row.currency === "" ? usual : row.currency.toUpperCase();
  if (!isCurrency(currency)) report("currency", "is no known currency; use a code such as USD");
  const balanceCents = readBalance(row.balance, currency);
  if (typeof balanceCents === "string") report("balance", balanceCents);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(row.expiry) && isDay(row.expiry);
  if (row.expiry !== "" && !isDate) report("expiry", "must be a date such as 2027-01-31");
  else if (isDate && row.expiry < today) report("expiry", "has passed: the card has expired");
  const email = row.email === "" ? null : normaliseEmail(row.email);
  if (row.email !== "" && email === null) report("email", "is not an e-mail address");
  if (row.note.length > MAX_NOTE_CHARS || !isCleanText(row.note)) {
    report("note", `must be at most ${MAX_NOTE_CHARS} ordinary characters`);
  }
  return {
    code: code ?? "",
    balanceCents: typeof balanceCents === "number" ? balanceCents : 0,
    currency,
    expiresOn: row.expiry || null,
    email,
    note: row.note || null,
  };
}

/** A day that the calendar has: no 30th of February. */
const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** An amount of whole and decimal digits in minor units, or what is wrong with it. */
function readBalance(text: string, currency: string): number | string {
  const [, whole = "", fraction = ""] = /^(\d{1,16})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (text === "") return "is missing; write 0 for a card that was never sold";
  if (whole === "") return "must be an amount such as 25.00, without signs or separators";
  const decimals = decimalsOf(currency);
  if (fraction.length > decimals) {
    return decimals === 0 ? "has decimals" : `has more than ${decimals} decimals`;
  }
  const cents = Number(whole + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(cents) ? cents : "is more than a card can hold";
}
