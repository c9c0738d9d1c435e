import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cardCounts, cards } from "../db/schema/cards";
import type { CardType } from "../ledger/records";
import { todayOf } from "../merchants/store-time-zone";
import { BY_STATE, type CardFilters, conditions } from "./filters";

// So many cards are looked through at the most: about 20 ms.
const MAX_ROWS_READ = 10_000;

/**
 * How many of the merchant's cards match: by its counters, or by counting what one person, one batch
 * or one ending has. Null for what nothing has counted.
 */
export async function countCards(merchantId: string, filters: CardFilters): Promise<number | null> {
  const { status, cardType, ownerEmail, batchId, last4, expired, ...uncounted } = filters;
  if (ownerEmail || batchId || last4) return db().$count(cards, conditions(merchantId, filters));
  if (Object.values(uncounted).some((value) => value !== undefined)) return null;
  if (expired === true) return countExpired(merchantId, cardType);
  const [[row], past] = await Promise.all([
    db()
      .select({ total: sql<number>`coalesce(sum(${cardCounts.count}), 0)`.mapWith(Number) })
      .from(cardCounts)
      .where(
        and(
          eq(cardCounts.merchantId, merchantId),
          status ? eq(cardCounts.status, status) : undefined,
          cardType ? eq(cardCounts.cardType, cardType) : undefined,
        ),
      ),
    expired === false ? countExpired(merchantId, cardType) : 0,
  ]);
  return past === null ? null : (row?.total ?? 0) - past;
}

/** The number of the merchant's cards that match: of all, and by state. Null if nothing has counted them. */
export async function countByState({ merchantId }: Ctx, filters: CardFilters) {
  const count = (state: CardFilters) => countCards(merchantId, { ...filters, ...state });
  const [all, active, inactive, disabled, expired] = await Promise.all([
    count({}),
    count(BY_STATE.active),
    count(BY_STATE.inactive),
    count(BY_STATE.disabled),
    count(BY_STATE.expired),
  ]);
  return { all, active, inactive, disabled, expired };
}

/**
 * How many of the merchant's active cards have expired. No counter has it, since a card expires
 * without being written: counted by their dates, and null for a store with too many of those.
 */
export async function countExpired(
  merchantId: string,
  cardType?: CardType | undefined,
): Promise<number | null> {
  const past = db()
    .select({ status: cards.status, cardType: cards.cardType })
    .from(cards)
    .where(
      and(
        eq(cards.merchantId, merchantId),
        isNotNull(cards.expiresOn),
        sql`${cards.expiresOn} < ${todayOf(merchantId)}`,
      ),
    )
    // Keeps to the index, whatever is thought of how many these are.
    .orderBy(asc(cards.expiresOn), asc(cards.id))
    .limit(MAX_ROWS_READ + 1)
    .as("past");
  const isExpired = and(
    eq(past.status, "active"),
    cardType ? eq(past.cardType, cardType) : undefined,
  );
  const [row] = await db()
    .select({
      seen: sql<number>`count(*)`.mapWith(Number),
      expired: sql<number>`count(*) filter (where ${isExpired})`.mapWith(Number),
    })
    .from(past);
  return row && row.seen <= MAX_ROWS_READ ? row.expired : null;
}
