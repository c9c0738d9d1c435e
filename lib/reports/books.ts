import { eq, sql } from "drizzle-orm";
import { db } from "../db/client";
import { cardCounts } from "../db/schema/cards";
import { type Found, ledgerChecks } from "../db/schema/ledger-checks";

/** Whether a store's books balance, as housekeeping last found them. */
export type BooksChecked = {
  /** The end of the last whole pass; null before the first. */
  checkedAt: Date | null;
  cards: number;
  transactions: number;
  /** Of the last pass, and of the one under way. */
  problems: Found[];
  /** How far the pass under way has come. */
  underway: { cards: number; of: number } | null;
};

/** What the incremental check of the ledger found for this merchant. */
export async function readBooks(merchantId: string): Promise<BooksChecked> {
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
