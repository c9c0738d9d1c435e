import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { db } from "@/lib/db/client/client";
import { cardCounts, cards } from "@/lib/db/schema/cards";
import { storeTodaySql } from "@/lib/domain/stores/store-time-zone";
import type { CardType } from "@/lib/ledger/post/records";
import { type CardFilters, cardsToRead, conditions, IS_RESERVED, STATE_FILTERS } from "./filters";

// Reading this many rows takes about 20 ms.
const MAX_ROWS_READ = 10_000;

/**
 * Number of the merchant's matching cards, from counters or by counting what was searched for or the cards of one
 * owner or batch. Null if the filters allow neither, or there are too many to count.
 */
export async function countCards(merchantId: string, filters: CardFilters): Promise<number | null> {
  const { status, cardType, ownerEmail, batchId, search, expired, unsold, ...uncounted } = filters;
  if (search) return countUpTo(cardsToRead(merchantId, filters), conditions(merchantId, filters));
  if (ownerEmail || batchId) return db().$count(cards, conditions(merchantId, filters));
  if (Object.values(uncounted).some((value) => value !== undefined)) return null;
  if (expired === true) return countExpired(merchantId, cardType);
  const [total, past, stock] = await Promise.all([
    sumCounters(merchantId, { status, cardType }),
    expired === false ? countExpired(merchantId, cardType) : 0,
    unsold === "hidden" && !status ? countUnsold(merchantId, cardType) : 0,
  ]);
  return past === null || stock === null ? null : total - past - stock;
}

async function sumCounters(
  merchantId: string,
  { status, cardType }: Pick<CardFilters, "status" | "cardType">,
): Promise<number> {
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

/** The inactive cards without an owner: all inactive ones but the few that have one. Null if these are too many. */
async function countUnsold(merchantId: string, cardType: CardType | undefined) {
  const isReserved = and(
    eq(cards.merchantId, merchantId),
    IS_RESERVED,
    cardType ? eq(cards.cardType, cardType) : undefined,
  );
  const [inactive, reserved] = await Promise.all([
    sumCounters(merchantId, { status: "inactive", cardType }),
    countUpTo(cards, isReserved),
  ]);
  return reserved === null ? null : inactive - reserved;
}

/** The number of matches; null above MAX_ROWS_READ. */
async function countUpTo(from: typeof cards, matching: SQL | undefined): Promise<number | null> {
  const some = db()
    .select({ id: cards.id })
    .from(from)
    .where(matching)
    .limit(MAX_ROWS_READ + 1)
    .as("some");
  const count = await db().$count(some);
  return count > MAX_ROWS_READ ? null : count;
}

/** Number of the merchant's matching cards: all, those without unsold stock, and by state. Null as in countCards(). */
export async function countByState({ merchantId }: Ctx, filters: CardFilters) {
  const count = (state: CardFilters) => countCards(merchantId, { ...filters, ...state });
  const [all, circulating, activated, inactive, disabled, expired] = await Promise.all([
    count({}),
    count({ unsold: "hidden" }),
    count({ status: "active" }),
    count(STATE_FILTERS.inactive),
    count(STATE_FILTERS.disabled),
    count(STATE_FILTERS.expired),
  ]);
  const active = activated === null || expired === null ? null : activated - expired;
  return { all, circulating, active, inactive, disabled, expired };
}

/**
 * Number of the merchant's active cards that have expired. Cards expire without a write, so no counter has
 * them: they are counted by expiration date. Null for a store with too many to count.
 */
export async function countExpired(
  merchantId: string,
  cardType?: CardType | undefined,
): Promise<number | null> {
  // The order forces the index scan, whatever row count the planner estimates.
  const [row] = await db().execute<{ seen: number; expired: number }>(sql`
    select count(*)::int as seen, (count(*) filter (where status = 'active'
      ${cardType ? sql`and card_type = ${cardType}` : sql``}))::int as expired
    from (select status, card_type from cards where merchant_id = ${merchantId}
        and expires_on is not null and expires_on < ${storeTodaySql(merchantId)}
      order by expires_on, id limit ${MAX_ROWS_READ + 1}) past`);
  return row && row.seen <= MAX_ROWS_READ ? row.expired : null;
}

// Reading this many takes about 50 ms.
const MAX_DISABLED_READ = 20_000;

/**
 * What the merchant's disabled cards have in balance, by currency: unlike other cards they keep it until it is
 * written off. Null for a store with too many disabled cards to read, because balances have no index.
 */
export async function sumDisabled(merchantId: string): Promise<Map<string, bigint> | null> {
  const rows = await db().execute<{ currency: string; seen: number; cents: string }>(sql`
    select currency, count(*)::int as seen, sum(balance_cents)::text as cents
    from (select currency, balance_cents from cards
      where merchant_id = ${merchantId} and status = 'disabled'
      order by id limit ${MAX_DISABLED_READ + 1}) disabled
    group by currency`);
  const all = [...rows];
  if (all.reduce((sum, { seen }) => sum + seen, 0) > MAX_DISABLED_READ) return null;
  return new Map(all.map(({ currency, cents }) => [currency, BigInt(cents)]));
}
