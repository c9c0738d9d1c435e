import { and, eq, isNull, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { apiKeys } from "../db/schema/api-keys";
import { CARD_STATUSES, cardCounts } from "../db/schema/cards";
import { webhooks } from "../db/schema/webhooks";
import type { CardStatus } from "../ledger/records";
import { totals, withBooks } from "../ledger/totals";
import { type BooksChecked, readBooks } from "./books";

export type Overview = {
  /** What is owed on all cards, by currency: the most used one first. */
  currencies: { currency: string; outstandingCents: bigint }[];
  cards: Record<CardStatus, number>;
  /** What a new store has done so far of what it takes to redeem a first card. */
  setup: Record<"key" | "card" | "activated" | "redeemed" | "webhook", boolean>;
  books: BooksChecked;
};

/** A store at a glance, from its totals and counters: no history is read through. */
export async function readOverview({ merchantId }: Ctx): Promise<Overview> {
  const [moved, cards, key, webhook, books] = await Promise.all([
    readOutstanding(merchantId),
    countByStatus(merchantId),
    db().$count(apiKeys, and(eq(apiKeys.merchantId, merchantId), isNull(apiKeys.revokedAt))),
    db().$count(webhooks, and(eq(webhooks.merchantId, merchantId), isNull(webhooks.deletedAt))),
    readBooks(merchantId),
  ]);
  return {
    currencies: moved.map(({ currency, cents }) => ({ currency, outstandingCents: BigInt(cents) })),
    cards,
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

const readOutstanding = (merchantId: string) =>
  withBooks(merchantId, (tx, books) =>
    tx.execute<{ currency: string; cents: string; redeemed: boolean }>(sql`
      select currency, sum(cents)::text as cents, bool_or(kind = 'redeemed') as redeemed
      from (${totals(merchantId, books)}) t
      group by currency order by sum(count) desc, currency`),
  );

async function countByStatus(merchantId: string): Promise<Record<CardStatus, number>> {
  const rows = await db()
    .select({
      status: cardCounts.status,
      count: sql<number>`sum(${cardCounts.count})`.mapWith(Number),
    })
    .from(cardCounts)
    .where(eq(cardCounts.merchantId, merchantId))
    .groupBy(cardCounts.status);
  const countOf = (status: CardStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  return Object.fromEntries(CARD_STATUSES.map((status) => [status, countOf(status)])) as Record<
    CardStatus,
    number
  >;
}
