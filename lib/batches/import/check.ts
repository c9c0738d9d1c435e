import { and, eq, inArray, sql } from "drizzle-orm";
import { storeCodeHmac } from "../../cards/code";
import type { Ctx } from "../../context";
import { db } from "../../db/client";
import { cards } from "../../db/schema/cards";
import { todayOf } from "../../merchants/store-time-zone";
import { takeAttempt } from "../../throttle/throttle";
import { checkRows, type ImportRow, type Problem } from "./check-rows";
import { readFile } from "./read-file";

const CODES_AT_ONCE = 1_000;

/** What a file would do, before it does anything. */
export type CheckedFile = {
  rows: number;
  good: ImportRow[];
  /** In the order of the lines. */
  problems: Problem[];
  /** Headings that mean nothing here. */
  ignored: string[];
};

/**
 * Reads a file of cards of another provider and finds every problem of every row; writes nothing.
 * `currency` is that of rows without one. Refuses: invalid_request (csv), rate_limited.
 */
export async function checkFile(
  { merchantId, principal }: Ctx,
  { csv, currency }: { csv: string; currency: string },
): Promise<CheckedFile> {
  await takeAttempt("import-check", principal.actor);
  const { rows, ignored } = await readFile(csv);
  const [store] = await db().execute<{ today: string }>(
    sql`select ${todayOf(merchantId)}::text as today`,
  );
  const { good, problems } = await checkRows(rows, { currency, today: store?.today ?? "" });
  const taken = await takenCodes(
    merchantId,
    good.map(({ code }) => code),
  );
  for (const { line, code } of good) {
    if (taken.has(code)) {
      problems.push({ line, column: "code", message: "is a card of this store already" });
    }
  }
  return {
    rows: rows.length,
    good: good.filter(({ code }) => !taken.has(code)).map(({ line: _line, ...row }) => row),
    problems: problems.sort((a, b) => a.line - b.line),
    ignored,
  };
}

/** Those of the codes that a card of the store has. */
async function takenCodes(merchantId: string, codes: string[]): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let start = 0; start < codes.length; start += CODES_AT_ONCE) {
    const byHmac = new Map(
      codes.slice(start, start + CODES_AT_ONCE).map((code) => {
        const hmac = storeCodeHmac(merchantId, code);
        return [hmac.toString("hex"), { code, hmac }] as const;
      }),
    );
    const hmacs = [...byHmac.values()].map(({ hmac }) => hmac);
    const rows = await db()
      .select({ hmac: cards.codeHmac })
      .from(cards)
      .where(and(eq(cards.merchantId, merchantId), inArray(cards.codeHmac, hmacs)));
    for (const { hmac } of rows) {
      const found = byHmac.get(Buffer.from(hmac).toString("hex"));
      if (found) taken.add(found.code);
    }
  }
  return taken;
}
