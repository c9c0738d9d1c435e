import { setImmediate } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { audit, authorOf } from "../../audit/audit";
import { parseStoreCode, storeCodeHmacs } from "../../cards/code";
import { commonPinsOf, guessabilityOf } from "../../cards/guessable";
import { parsePin } from "../../cards/pin";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { cards } from "../../db/schema/cards";
import { normaliseEmail } from "../../email";
import { takeAttempt } from "../../limits/attempt-limits";
import { storeTodaySql } from "../../merchants/store-time-zone";
import { decimalsOf, isCurrency } from "../../money";
import { isCleanText } from "../../text";
import type { ColumnName, ColumnPlaces } from "./columns";
import { type RawRow, readFile } from "./read-file";

const MAX_NOTE_CHARS = 500;
const Day = z.iso.date();
// Rows to check before yielding to other work in the process.
const ROWS_PER_YIELD = 200;
const CODES_PER_QUERY = 1_000;

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

export type Problem = { line: number; column: ColumnName; message: string };
type GoodRow = ImportRow & { line: number };

export type CheckedFile = Awaited<ReturnType<typeof checkFile>>;

/** A file to import. */
export type ImportFile = {
  csv: string;
  /** For rows without a currency. */
  currency: string;
  /** By the file's headings if omitted. */
  columns?: ColumnPlaces | undefined;
};

/** The currency for rows without one, and the store's date. */
type StoreDefaults = { currency: string; today: string };

/**
 * Finds every problem in a file of another provider's cards. Writes nothing but an audit entry if the file has codes of
 * the store's cards. Refuses: invalid_request (csv), rate_limited.
 */
export async function checkFile(ctx: Ctx, { csv, currency, columns }: ImportFile) {
  const { merchantId, principal } = ctx;
  await takeAttempt("import-check", principal.actor);
  const { rows, ignored } = await readFile(csv, columns);
  const [store] = await db().execute<{ today: string }>(
    sql`select ${storeTodaySql(merchantId)}::text as today`,
  );
  const { good, problems } = await checkRows(rows, { currency, today: store?.today ?? "" });
  const taken = await takenCodes(merchantId, good);
  if (taken.size > 0) {
    const details = { cards: taken.size };
    await audit(db(), authorOf(ctx), {
      action: "cards.codes_matched",
      subjectId: merchantId,
      details,
    });
  }
  for (const { line, code } of good) {
    if (taken.has(code)) {
      problems.push({ line, column: "code", message: "already belongs to a card at this store" });
    }
  }
  const free = good.filter(({ code }) => !taken.has(code)).map(({ line: _line, ...row }) => row);
  return {
    rows: rows.length,
    good: free,
    guessability: guessabilityOf(free.map(({ code }) => code)),
    problems: problems.sort((a, b) => a.line - b.line),
    ignored,
  };
}

/** The codes in these rows that the store's cards already use. */
async function takenCodes(merchantId: string, rows: GoodRow[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let start = 0; start < rows.length; start += CODES_PER_QUERY) {
    const slice = rows.slice(start, start + CODES_PER_QUERY);
    const hmacs = slice.flatMap(({ code }) =>
      storeCodeHmacs(merchantId, code).map((hmac) => ({ hmac, code })),
    );
    const codes = new Map(hmacs.map(({ hmac, code }) => [hmac.toString("hex"), code]));
    const found = await db()
      .select({ hmac: cards.codeHmac })
      .from(cards)
      .where(
        and(
          eq(cards.merchantId, merchantId),
          inArray(
            cards.codeHmac,
            hmacs.map(({ hmac }) => hmac),
          ),
        ),
      );
    for (const { hmac } of found) taken.add(codes.get(Buffer.from(hmac).toString("hex")) ?? "");
  }
  return taken;
}

/** Checks each row, that no code appears twice, and that no PIN is on many cards. */
export async function checkRows(
  rows: RawRow[],
  store: StoreDefaults,
): Promise<{ good: GoodRow[]; problems: Problem[] }> {
  const problems: Problem[] = [];
  const lineOfCode = new Map<string, number>();
  const good: GoodRow[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_PER_YIELD === 0) await setImmediate();
    const before = problems.length;
    const report = (column: ColumnName, message: string) =>
      problems.push({ line: row.line, column, message });
    const read = readRow(row, store, report);
    const first = lineOfCode.get(read.code);
    if (first !== undefined) report("code", `is the same as on line ${first}`);
    else if (read.code !== "") lineOfCode.set(read.code, row.line);
    if (problems.length === before) good.push({ ...read, line: row.line });
  }
  const commonPins = commonPinsOf(good.flatMap(({ pin }) => pin ?? []));
  const isCommon = ({ pin }: GoodRow) => pin != null && commonPins.has(pin);
  for (const { line } of good.filter(isCommon)) {
    problems.push({
      line,
      column: "pin",
      message: "is shared by too many cards; use a different PIN for each",
    });
  }
  return { good: good.filter((row) => !isCommon(row)), problems };
}

type ReportProblem = (column: ColumnName, message: string) => void;

function readRow(
  row: RawRow,
  { currency: usual, today }: StoreDefaults,
  report: ReportProblem,
): ImportRow {
  const code = parseStoreCode(row.code);
  if (code === null) {
    report("code", row.code === "" ? "is missing" : "must be 4 to 32 letters and digits");
  }
  const currency = row.currency === "" ? usual : row.currency.toUpperCase();
  if (!isCurrency(currency)) report("currency", "isn't a known currency; use a code such as USD");
  const balanceCents = readBalance(row.balance, currency);
  if (typeof balanceCents === "string") report("balance", balanceCents);
  const isDate = Day.safeParse(row.expiry).success;
  if (row.expiry !== "" && !isDate) report("expiry", "must be a date such as 2027-01-31");
  else if (isDate && row.expiry < today) report("expiry", "is in the past; the card has expired");
  const email = row.email === "" ? null : normaliseEmail(row.email);
  if (row.email !== "" && email === null) report("email", "is not an email address");
  if (row.note.length > MAX_NOTE_CHARS || !isCleanText(row.note)) {
    report("note", `must have at most ${MAX_NOTE_CHARS} characters and no control characters`);
  }
  const pin = row.pin === "" ? null : parsePin(row.pin);
  if (row.pin !== "" && pin === null) report("pin", "must be 4 to 12 letters and digits");
  return {
    code: code ?? "",
    balanceCents: typeof balanceCents === "number" ? balanceCents : 0,
    currency,
    expiresOn: row.expiry || null,
    email,
    note: row.note || null,
    pin,
  };
}

/** Parses an amount into minor units, or returns what is wrong with it. */
function readBalance(text: string, currency: string): number | string {
  const [, whole = "", fraction = ""] = /^(\d{1,16})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (text === "") return "is missing; write 0 for a card that was never sold";
  if (whole === "") return "must be an amount such as 25.00, without signs or separators";
  const decimals = decimalsOf(currency);
  if (fraction.length > decimals) {
    return decimals === 0 ? "must not have decimals" : `must have at most ${decimals} decimals`;
  }
  const cents = Number(whole + fraction.padEnd(decimals, "0"));
  return Number.isSafeInteger(cents) ? cents : "is more than the maximum balance of a card";
}
