import { and, count, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { findCard } from "../cards/find";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { platformCards } from "../db/schema/platforms";
import { Refusal } from "../errors";
import { type ConnectionRow, findConnection } from "./connection";
import { countDifferences } from "./differences";
import { isInShop, isPlatformCard, type Leased } from "./lease";

export type CountsByState = Record<Leased["state"], number>;
export type Platform = {
  connection: ConnectionRow;
  counts: CountsByState;
  /** Cards in another currency, which are not created in the shop. Not included in `counts`. */
  otherCurrency: number;
  differences: number;
  /** The progress of a running comparison; null if there is none. */
  compared: { done: number; total: number } | null;
};

/** Reads the state of the store's shop and its cards; null if there is none. */
export async function readPlatform({ merchantId }: Ctx): Promise<Platform | null> {
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
  return {
    connection,
    counts,
    otherCurrency,
    differences,
    compared: since === null ? null : compared,
  };
}

/** Counts cards in another currency than the shop's, by state. */
async function countOtherCurrency(connection: ConnectionRow): Promise<Partial<CountsByState>> {
  const rows = await db()
    .select({ state: platformCards.state, count: count() })
    .from(platformCards)
    .innerJoin(
      cards,
      and(eq(cards.merchantId, platformCards.merchantId), eq(cards.id, platformCards.cardId)),
    )
    .where(
      and(
        isInShop(connection),
        isNull(platformCards.platformId),
        // Lets Postgres use the partial index platform_cards_different.
        inArray(platformCards.state, ["queued", "failed"]),
        ne(cards.currency, connection.currency),
      ),
    )
    .groupBy(platformCards.state);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

export type CardOnPlatform = {
  connection: ConnectionRow | null;
  /** `behind`: whether a change of the card is not synced yet. Null if the card is not synced at all. */
  platformCard: (Omit<Leased, "lease"> & { behind: boolean }) | null;
};

/** Reads a card's state in the store's shop. Refuses: not_found. */
export async function readCard(
  { merchantId }: Ctx,
  { cardId }: { cardId: string },
): Promise<CardOnPlatform> {
  const [card, connection] = await Promise.all([
    findCard(merchantId, cardId),
    findConnection(merchantId),
  ]);
  if (!card) throw new Refusal("not_found");
  if (!connection) return { connection, platformCard: null };
  const [row] = await db()
    .select()
    .from(platformCards)
    .where(isPlatformCard({ merchantId, connectionId: connection.id, cardId }));
  return {
    connection,
    platformCard: row ? { ...row, behind: card.sequence > row.syncedSequence } : null,
  };
}
