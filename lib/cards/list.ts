import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cardCounts, cards } from "../db/schema/cards";
import { consumers } from "../db/schema/consumers";
import type { Card, CardStatus, CardType } from "../ledger/records";
import { type Page, type PageRequest, pageOf } from "../page";
import { CARD_COLUMNS } from "./find";

type CardFilters = {
  status?: CardStatus | undefined;
  cardType?: CardType | undefined;
  ownerEmail?: string | undefined;
  batchId?: string | undefined;
};

/**
 * The merchant's cards, newest first, with the exact number of those that match (spec, Cards).
 * Refuses: invalid_request (the cursor).
 */
export function listCards(
  ctx: Ctx,
  { limit, offset, cursor, ...filters }: PageRequest & CardFilters,
): Promise<Page<Card>> {
  const matching = conditions(ctx.merchantId, filters);
  return pageOf(
    { limit, offset, cursor },
    { list: "cards", merchantId: ctx.merchantId, ...filters },
    (after, rows, skipped) =>
      db()
        .select(CARD_COLUMNS)
        .from(cards)
        .leftJoin(consumers, eq(consumers.id, cards.ownerId))
        .where(and(matching, after ? lt(cards.id, after) : undefined))
        .orderBy(desc(cards.id))
        .limit(rows)
        .offset(skipped),
    () => countCards(ctx.merchantId, filters),
  );
}

function conditions(merchantId: string, filters: CardFilters): SQL | undefined {
  const { status, cardType, ownerEmail, batchId } = filters;
  return and(
    eq(cards.merchantId, merchantId),
    status ? eq(cards.status, status) : undefined,
    cardType ? eq(cards.cardType, cardType) : undefined,
    batchId ? eq(cards.batchId, batchId) : undefined,
    ownerEmail
      ? eq(cards.ownerId, sql`(select id from ${consumers} where email = ${ownerEmail})`)
      : undefined,
  );
}

/** By the merchant's counters; by counting only what one person or one batch has. */
async function countCards(merchantId: string, filters: CardFilters): Promise<number> {
  const { status, cardType, ownerEmail, batchId } = filters;
  if (ownerEmail || batchId) return db().$count(cards, conditions(merchantId, filters));
  const [row] = await db()
    .select({ total: sql<number>`coalesce(sum(${cardCounts.count}), 0)`.mapWith(Number) })
    .from(cardCounts)
    .where(
      and(
        eq(cardCounts.merchantId, merchantId),
        status ? eq(cardCounts.status, status) : undefined,
        cardType ? eq(cardCounts.cardType, cardType) : undefined,
      ),
    );
  return row?.total ?? 0;
}
