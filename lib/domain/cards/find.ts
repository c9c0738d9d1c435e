import DataLoader from "dataloader";
import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { ofCurrentBucket } from "@/lib/db/client/buckets";
import { type Db, db, onlyRow, pg, type Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { consumers } from "@/lib/db/schema/consumers";
import { wallets } from "@/lib/db/schema/wallets";
import { AVAILABLE_CENTS } from "@/lib/ledger/post/available";
import type { Card } from "@/lib/ledger/post/records";

const {
  codeHmac: _hmac,
  codeLast4: _last4,
  ownerId: _owner,
  batchId: _batch,
  heldCents: _held,
  ...columns
} = getTableColumns(cards);
/** The columns of `cards` that make up a Card. */
export const CARD_TABLE_COLUMNS = { ...columns, availableCents: AVAILABLE_CENTS };

/** Whether nothing can be taken from a card for now. */
export const IS_FROZEN = sql<boolean>`${cards.frozenReason} is not null`;

/** Whether a card holds its owner's store credit. Compares the owner, because the index is by owner. */
export const IS_STORE_CREDIT = sql<boolean>`exists (select from ${wallets} w
  where w.merchant_id = cards.merchant_id and w.consumer_id = cards.owner_id
    and w.currency = cards.currency and w.card_id = cards.id)`;

const selectCard = (from: Db | Tx, merchantId: string, which: SQL) =>
  from
    .select({ ...CARD_TABLE_COLUMNS, ownerEmail: consumers.email })
    .from(cards)
    .leftJoin(consumers, eq(consumers.id, cards.ownerId))
    .where(and(eq(cards.merchantId, merchantId), which));

type MerchantCardId = { merchantId: string; cardId: string };

/** Finds each store's own cards, in the order of `wanted`; undefined for a card that isn't found. */
async function findCardsByKey(ids: readonly MerchantCardId[]): Promise<(Card | undefined)[]> {
  const merchantIds = ids.map(({ merchantId }) => merchantId);
  const cardIds = ids.map(({ cardId }) => cardId);
  const rows = await pg()<(Card & { place: number })[]>`
    select place, (card).id, (card).merchant_id as "merchantId", (card).currency,
      (card).balance_cents::float8 as "balanceCents", (card).status,
      case when (card).held_cents > 0 then available_cents(card)::float8 end as "availableCents",
      (card).card_type as "cardType", (card).expires_on::text as "expiresOn",
      (card).sequence::float8 as sequence, (card).sealed_code as "sealedCode",
      (card).frozen_reason as "frozenReason", (card).replaced_by_id as "replacedById",
      (card).created_at as "createdAt", (card).updated_at as "updatedAt",
      (card).metadata, owner_email as "ownerEmail"
    from cards_at(${merchantIds}::uuid[], ${cardIds}::uuid[])`;
  const cards = new Array<Card | undefined>(ids.length).fill(undefined);
  for (const { place, ...card } of rows) cards[place - 1] = card;
  return cards;
}

const newLoader = () =>
  new DataLoader(findCardsByKey, {
    cache: false,
    maxBatchSize: 100,
    batchScheduleFn: setImmediate,
  });

// Points of sale read balances all the time, so one query looks up all cards of a bucket requested in one turn of the
// event loop. Nothing is cached.
const loaders = new Map<string, ReturnType<typeof newLoader>>();

/** The merchant's card with this id; undefined if there is none. */
export const findCard = (merchantId: string, cardId: string): Promise<Card | undefined> =>
  ofCurrentBucket(loaders, newLoader).load({ merchantId, cardId });

/** The merchant's cards with these ids, oldest first. */
export const findCards = (merchantId: string, cardIds: string[]): Promise<Card[]> =>
  selectCard(db(), merchantId, inArray(cards.id, cardIds)).orderBy(asc(cards.id));

/** The merchant's card with one of these hashes of its code; undefined if there is none. */
export async function findCardByCode(
  merchantId: string,
  hmacs: Uint8Array[],
  from: Db | Tx = db(),
): Promise<Card | undefined> {
  const [card] = await selectCard(from, merchantId, inArray(cards.codeHmac, hmacs));
  return card;
}

/** Whether two ids name the same card, or cards of which one replaced the other. */
export async function isSameCard(merchantId: string, one: string, other: string): Promise<boolean> {
  if (one === other) return true;
  const rows = await pg()<{ isSame: boolean }[]>`
    select latest_card(${merchantId}, ${one}) = latest_card(${merchantId}, ${other}) as "isSame"`;
  return onlyRow(rows).isSame;
}

/** lockCard() as the first step of lockedOperation(): cards are locked before the limits. */
export const lockingCard =
  ({ merchantId }: Ctx, cardId: string) =>
  (tx: Tx): Promise<Card | undefined> =>
    lockCard(tx, merchantId, cardId);

/** The card with this id, locked against changes until the transaction ends. */
export async function lockCard(
  tx: Tx,
  merchantId: string,
  cardId: string,
): Promise<Card | undefined> {
  // Lock first, then read: after a wait for the lock, a joined row would be outdated.
  await tx
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)))
    .for("no key update");
  const [card] = await selectCard(tx, merchantId, eq(cards.id, cardId));
  return card;
}
