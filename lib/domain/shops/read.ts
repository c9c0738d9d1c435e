import { count, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { platformCards } from "@/lib/db/schema/platforms";
import { findCard } from "@/lib/domain/cards/find";
import { type ConnectionRow, findConnection } from "./connection";
import { countDifferences } from "./differences";
import { isInShop, isPlatformCard, type LeasedCard } from "./lease";

type CountsByState = Record<LeasedCard["state"], number>;

export type Platform = NonNullable<Awaited<ReturnType<typeof readPlatform>>>;

/**
 * Reads the state of the store's shop and its cards; null if there is none. Cards in another currency are
 * not created in the shop and not in `counts`. `compared` is the progress of a running comparison.
 */
export async function readPlatform({ merchantId }: Ctx) {
  const connection = await findConnection(merchantId);
  if (!connection) return null;
  const since = connection.reconcilingSince?.toISOString() ?? null;
  const [rows, others, differences] = await Promise.all([
    db()
      .select({
        state: platformCards.state,
        count: count(),
        there: count(platformCards.platformId),
        compared: sql<number>`count(*) filter (where ${platformCards.platformId} is not null
          and ${platformCards.seenAt} >= ${since}::timestamptz)::int`,
      })
      .from(platformCards)
      .where(isInShop(connection))
      .groupBy(platformCards.state),
    countOtherCurrency(connection),
    countDifferences(connection),
  ]);
  const counts: CountsByState = { queued: 0, created: 0, failed: 0, disabled: 0 };
  const compared = { done: 0, total: 0 };
  for (const row of rows) {
    counts[row.state] = row.count - (others[row.state] ?? 0);
    compared.done += row.compared;
    compared.total += row.there;
  }
  const otherCurrency = Object.values(others).reduce((sum, n) => sum + n, 0);
  const progress = since === null ? null : compared;
  return { connection, counts, otherCurrency, differences, compared: progress };
}

/** Counts queued and failed cards whose currency differs from the shop's, by state. */
async function countOtherCurrency({ merchantId, id, currency }: ConnectionRow) {
  // Naming the states lets Postgres use the partial index platform_cards_different.
  const rows = await db().execute<{ state: LeasedCard["state"]; count: number }>(sql`
    select p.state, count(*)::int as count from platform_cards p
    join cards c on c.merchant_id = p.merchant_id and c.id = p.card_id
    where p.merchant_id = ${merchantId} and p.connection_id = ${id} and p.platform_id is null
      and p.state in ('queued', 'failed') and c.currency <> ${currency} group by p.state`);
  const counts: Partial<CountsByState> = {};
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

export type CardOnPlatform = Awaited<ReturnType<typeof readCard>>;

/** Reads a card's state in the store's shop: null if it isn't synced there. Refuses: not_found. */
export async function readCard({ merchantId }: Ctx, { cardId }: { cardId: string }) {
  const [cardOrNone, connection] = await Promise.all([
    findCard(merchantId, cardId),
    findConnection(merchantId),
  ]);
  const card = found(cardOrNone);
  if (!connection) return { connection, platformCard: null };
  const [row] = await db()
    .select()
    .from(platformCards)
    .where(isPlatformCard({ merchantId, connectionId: connection.id, cardId }));
  // Behind: whether a change of the card is not synced yet.
  const platformCard = row ? { ...row, behind: card.sequence > row.syncedSequence } : null;
  return { connection, platformCard };
}
