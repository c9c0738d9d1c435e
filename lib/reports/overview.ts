import { and, eq, isNull, sql } from "drizzle-orm";
import { countExpired } from "../cards/count";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { apiKeys } from "../db/schema/api-keys";
import { cardCounts } from "../db/schema/cards";
import { webhooks } from "../db/schema/webhooks";
import { escrowTotals } from "../gifts/list";
import type { CardStatus } from "../ledger/records";
import { totals, withClosedDays } from "../ledger/totals";
import { type LedgerCheck, readLedgerCheck } from "./ledger-check";

export type Overview = {
  /**
   * What the store owes by currency, on cards and in pending gifts (escrow). Most used currency
   * first.
   */
  currencies: {
    currency: string;
    outstandingCents: bigint;
    escrow: { gifts: number; amountCents: bigint };
  }[];
  cards: Record<CardStatus, number>;
  /** Number of active cards that have expired; null if there are too many to count. */
  expiredCards: number | null;
  /** Which setup steps the store has completed. */
  setup: Record<"key" | "card" | "activated" | "redeemed" | "webhook", boolean>;
  books: LedgerCheck;
};

/** Reads a store's overview from its totals and counters, without scanning its history. */
export async function readOverview({ merchantId }: Ctx): Promise<Overview> {
  const [moved, cards, expiredCards, key, webhook, books] = await Promise.all([
    readOutstanding(merchantId),
    countByStatus(merchantId),
    countExpired(merchantId),
    db().$count(apiKeys, and(eq(apiKeys.merchantId, merchantId), isNull(apiKeys.revokedAt))),
    db().$count(webhooks, and(eq(webhooks.merchantId, merchantId), isNull(webhooks.deletedAt))),
    readLedgerCheck(merchantId),
  ]);
  return {
    currencies: moved.map(({ currency, cents, escrow }) => ({
      currency,
      outstandingCents: BigInt(cents),
      escrow,
    })),
    cards,
    expiredCards,
    setup: {
      key: key > 0,
      card: cards.active + cards.inactive + cards.disabled > 0,
      activated: moved.length > 0,
      redeemed: moved.some(({ redeemed }) => redeemed),
      webhook: webhook > 0,
    },
    books,
  };
}

const NOTHING_WAITS = { gifts: 0, amountCents: 0n };

// In one snapshot, so that a gift counts either on a card or in escrow, never both or neither.
const readOutstanding = (merchantId: string) =>
  withClosedDays(merchantId, async (tx, books) => {
    const rows = await tx.execute<{ currency: string; cents: string; redeemed: boolean }>(sql`
      select currency, sum(cents)::text as cents, bool_or(kind = 'redeemed') as redeemed
      from (${totals(merchantId, books)}) t
      group by currency order by sum(count) desc, currency`);
    const waiting = new Map(
      (await escrowTotals({ merchantId }, tx)).map(({ currency, ...escrow }) => [currency, escrow]),
    );
    return [...rows].map((row) => ({ ...row, escrow: waiting.get(row.currency) ?? NOTHING_WAITS }));
  });

async function countByStatus(merchantId: string): Promise<Record<CardStatus, number>> {
  const rows = await db()
    .select({
      status: cardCounts.status,
      count: sql<number>`sum(${cardCounts.count})`.mapWith(Number),
    })
    .from(cardCounts)
    .where(eq(cardCounts.merchantId, merchantId))
    .groupBy(cardCounts.status);
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { inactive: 0, active: 0, disabled: 0, ...counts };
}
