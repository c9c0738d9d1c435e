import { eq, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { type FoundProblem, ledgerChecks } from "@/lib/db/schema/ledger-checks";
import { countCards, countExpired, sumDisabled } from "@/lib/domain/cards/count";
import { escrowTotals } from "@/lib/domain/gifts/list";
import { totalsByDaySql, withClosedDays } from "@/lib/ledger/closing/totals";
import type { CardStatus } from "@/lib/ledger/post/records";
import { readAttention } from "./attention";
import { readSetup } from "./setup";

/**
 * Reads a store's overview from its totals and counters, without scanning its history: what it owes by
 * currency, most used first, and which setup steps are completed. `expiredCards` is null if there are too
 * many to count, and `deactivatedCents` if there are too many deactivated cards to read.
 */
export async function readOverview({ merchantId }: Ctx) {
  const [moved, disabled, cards, expiredCards, books, attention] = await Promise.all([
    readOutstanding(merchantId),
    sumDisabled(merchantId),
    countByStatus(merchantId),
    countExpired(merchantId),
    readLedgerCheck(merchantId),
    readAttention(merchantId),
  ]);
  return {
    currencies: moved.map(({ currency, cents, escrow }) => ({
      currency,
      outstandingCents: BigInt(cents),
      deactivatedCents: disabled && (disabled.get(currency) ?? 0n),
      escrow,
    })),
    cards,
    expiredCards,
    setup: await readSetup(merchantId, {
      activated: moved.length > 0,
      redeemed: moved.some(({ redeemed }) => redeemed),
    }),
    books,
    attention,
  };
}

const NO_PENDING_GIFTS = { gifts: 0, amountCents: 0n };

// In one snapshot, so that a gift counts either on a card or in escrow, never both or neither.
const readOutstanding = (merchantId: string) =>
  withClosedDays(merchantId, async (tx, books) => {
    const rows = await tx.execute<{ currency: string; cents: string; redeemed: boolean }>(sql`
      select currency, sum(cents)::text as cents, bool_or(kind = 'redeemed') as redeemed
      from (${totalsByDaySql(merchantId, books)}) t
      group by currency order by sum(count) desc, currency`);
    const waiting = new Map(
      (await escrowTotals({ merchantId }, tx)).map(({ currency, ...escrow }) => [currency, escrow]),
    );
    return [...rows].map((row) => ({
      ...row,
      escrow: waiting.get(row.currency) ?? NO_PENDING_GIFTS,
    }));
  });

async function countByStatus(merchantId: string): Promise<Record<CardStatus, number>> {
  const rows = await db().execute<{ status: CardStatus; count: number }>(sql`
    select status, sum(count)::float8 as count from card_counts
    where merchant_id = ${merchantId} group by status`);
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { inactive: 0, active: 0, disabled: 0, ...counts };
}

/**
 * Reads the result of the last complete ledger check and the progress of the current one, if there is one.
 * `checkedAt` is null before the first; `problems` also has those that the current one has found.
 */
async function readLedgerCheck(merchantId: string) {
  const [[state], cardCount] = await Promise.all([
    db().select().from(ledgerChecks).where(eq(ledgerChecks.merchantId, merchantId)),
    countCards(merchantId, {}),
  ]);
  const finished = state?.finishedProblems ?? [];
  const isNew = (one: FoundProblem) =>
    !finished.some(({ check, subject }) => check === one.check && subject === one.subject);
  return {
    checkedAt: state?.finishedAt ?? null,
    cards: state?.finishedCards ?? 0,
    transactions: state?.finishedTransactions ?? 0,
    problems: [...finished, ...(state?.problems ?? []).filter(isNew)],
    underway: state?.cursor ? { cards: state.cards, of: cardCount ?? 0 } : null,
  };
}
