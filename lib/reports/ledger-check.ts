import { eq, sql } from "drizzle-orm";
import { db } from "../db/client";
import { cardCounts } from "../db/schema/cards";
import { type Found, ledgerChecks } from "../db/schema/ledger-checks";

/** The result of the housekeeping job's ledger check for a store. */
export type LedgerCheck = {
  /** The end of the last complete pass; null before the first. */
  checkedAt: Date | null;
  cards: number;
  transactions: number;
  /** Found in the last complete pass and in the current one. */
  problems: Found[];
  /** Progress of the current pass; null if there is none. */
  underway: { cards: number; of: number } | null;
};

/** Reads the latest result of the incremental ledger check. */
export async function readLedgerCheck(merchantId: string): Promise<LedgerCheck> {
  const [[state], [counted]] = await Promise.all([
    db().select().from(ledgerChecks).where(eq(ledgerChecks.merchantId, merchantId)),
    db()
      .select({ cards: sql<number>`coalesce(sum(${cardCounts.count}), 0)`.mapWith(Number) })
      .from(cardCounts)
      .where(eq(cardCounts.merchantId, merchantId)),
  ]);
  const known = state?.finishedProblems ?? [];
  const isNew = (one: Found) =>
    !known.some(({ check, subject }) => check === one.check && subject === one.subject);
  return {
    checkedAt: state?.finishedAt ?? null,
    cards: state?.finishedCards ?? 0,
    transactions: state?.finishedTransactions ?? 0,
    problems: [...known, ...(state?.problems ?? []).filter(isNew)],
    underway: state?.cursor ? { cards: state.cards, of: counted?.cards ?? 0 } : null,
  };
}
