import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db, Tx } from "@/lib/db/client/client";
import { STORE_TODAY } from "@/lib/db/client/clock";
import { mapByBucket } from "@/lib/db/client/in-buckets";
import { cards } from "@/lib/db/schema/cards";
import { merchants } from "@/lib/db/schema/merchants";

export type CardKey = { merchantId: string; cardId: string };

const COLUMNS = {
  ...getTableColumns(cards),
  isExpired: sql<boolean>`coalesce(
    ${cards.expiresOn} < ${STORE_TODAY}, false)`,
  store: { name: merchants.name },
};

/**
 * Locks cards of any stores and returns those that exist. To prevent deadlocks, all transactions lock in the
 * same order, whichever buckets the rows are in: a gift or a wallet of store credit, then cards by id, then the two
 * sides of a transfer agreement by store, then the limits, then new consumers by email, then new cards by the hash of their
 * code, then counts of cards, then the Idempotency-Key.
 */
export const lockCards = (tx: Tx, cardKeys: CardKey[]) =>
  mapByBucket(
    tx,
    cardKeys.toSorted((a, b) => (a.cardId < b.cardId ? -1 : 1)),
    lockInBucket,
  );

async function lockInBucket(cardKeys: CardKey[], tx: Db | Tx) {
  const keys = cardKeys.map(
    ({ merchantId, cardId }) => sql`(${merchantId}::uuid, ${cardId}::uuid)`,
  );
  return await tx
    .select(COLUMNS)
    .from(cards)
    .innerJoin(merchants, eq(merchants.id, cards.merchantId))
    .where(sql`(${cards.merchantId}, ${cards.id}) in (${sql.join(keys, sql`, `)})`)
    .orderBy(asc(cards.id))
    .for("no key update", { of: cards });
}

/** Locks a card like lockCards(), or the card that has replaced it. Undefined if there is none. */
export async function lockLatestCard(
  tx: Tx,
  { merchantId, cardId }: CardKey,
): Promise<LockedCard | undefined> {
  let [card] = await lockCards(tx, [{ merchantId, cardId }]);
  while (card?.replacedById) {
    [card] = await lockCards(tx, [{ merchantId, cardId: card.replacedById }]);
  }
  return card;
}

export type LockedCard = Awaited<ReturnType<typeof lockCards>>[number];
