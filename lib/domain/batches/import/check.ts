import { setImmediate } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { storeCodeHmacs } from "@/lib/domain/cards/code";
import { commonPinsOf, guessabilityOf } from "@/lib/domain/cards/guessable";
import { takeAttempt } from "@/lib/domain/limits/attempt-limits";
import { storeTodaySql } from "@/lib/domain/stores/store-time-zone";
import { checkFormats } from "./check-formats";
import type { ColumnPlaces } from "./columns";
import type { FileFormats } from "./formats";
import { type RawRow, readFile } from "./read-file";
import { type ImportRow, type ProblemPlace, type Reading, readRow } from "./read-row";
import { totalsAmong } from "./totals";

// Rows to check before yielding to other work in the process.
const ROWS_PER_YIELD = 200;
const CODES_PER_QUERY = 1_000;

export type Problem = { line: number; column: ProblemPlace; message: string };
type GoodRow = ImportRow & { line: number };

export type CheckedFile = Awaited<ReturnType<typeof checkFile>>;

/** A file to import. */
export type ImportFile = FileFormats & {
  csv: string;
  /** For rows without a currency. */
  currency: string;
  /** By the file's headings if omitted. */
  columns?: ColumnPlaces | undefined;
  /** Whether to import rows that look like totals, too. */
  includeTotals?: boolean | undefined;
};

/**
 * Finds every problem in a file of another provider's cards. Writes nothing but an audit entry if the file has codes of
 * the store's cards. Refuses: invalid_request (csv; columns, decimalMark or dateOrder, if they must be chosen),
 * rate_limited.
 */
export async function checkFile(ctx: Ctx, { csv, columns, ...options }: ImportFile) {
  const { merchantId, principal } = ctx;
  await takeAttempt("import-check", principal.actor);
  const { rows, conversions, ...file } = await readFile(csv, columns);
  checkFormats(rows, options);
  const [store] = await db().execute<{ today: string }>(
    sql`select ${storeTodaySql(merchantId)}::text as today`,
  );
  const today = store?.today ?? "";
  const reading = { ...options, today, conversions };
  const { good, problems, totals } = await checkRows(rows, reading);
  const taken = await takenCodes(merchantId, good);
  if (taken.size > 0) {
    await audit(db(), authorOf(ctx), {
      action: "cards.codes_matched",
      subjectId: merchantId,
      details: { cards: taken.size },
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
    totals,
    ...file,
    conversions: conversions.list(),
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

type CheckedRows = { good: GoodRow[]; problems: Problem[]; totals: number };

/** Checks each row, that no code appears twice, that no row is a total, and that no PIN is on many cards. */
export async function checkRows(rows: RawRow[], reading: Reading): Promise<CheckedRows> {
  const problems: Problem[] = [];
  const lineOfCode = new Map<string, number>();
  const read: (GoodRow & { isGood: boolean })[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_PER_YIELD === 0) await setImmediate();
    const { line } = row;
    const before = problems.length;
    const report = (column: ProblemPlace, message: string) =>
      problems.push({ line, column, message });
    const card = readRow(row, reading, report);
    const first = lineOfCode.get(card.code);
    if (first !== undefined) report("code", `is the same as on line ${first}`);
    else if (card.code !== "") lineOfCode.set(card.code, line);
    read.push({ ...card, line, isGood: problems.length === before });
  }
  const totals = reading.includeTotals ? new Map<number, string>() : totalsAmong(read);
  const found = [...totals].flatMap(([place, message]): Problem[] => {
    const { line = 0, isGood = false } = read[place] ?? {};
    return isGood ? [{ line, column: "row", message }] : [];
  });
  const cards = read.flatMap(({ isGood, ...card }, place) =>
    isGood && !totals.has(place) ? [card] : [],
  );
  const shared = commonPinsOf(cards.flatMap(({ pin }) => pin ?? []));
  const good = cards.filter(({ pin }) => !shared.has(pin ?? ""));
  const withSharedPin = cards.filter(({ pin }) => shared.has(pin ?? ""));
  problems.push(...found, ...withSharedPin.map(({ line }) => ({ line, ...SHARED_PIN })));
  return { good, problems, totals: found.length };
}

const SHARED_PIN = {
  column: "pin",
  message: "is shared by too many cards; use a different PIN for each",
} as const;
