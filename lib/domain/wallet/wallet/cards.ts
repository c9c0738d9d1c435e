import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { STORE_TODAY } from "@/lib/db/client/clock";
import {
  bucketOfStore,
  bucketsOfConsumer,
  findAnywhere,
  inBucketOf,
  inEachBucket,
} from "@/lib/db/client/in-buckets";
import { cards } from "@/lib/db/schema/cards";
import { consumers } from "@/lib/db/schema/consumers";
import { gifts } from "@/lib/db/schema/gifts";
import { merchants } from "@/lib/db/schema/merchants";
import { transactions } from "@/lib/db/schema/transactions";
import { transferAgreements } from "@/lib/db/schema/transfers";
import { claimByCode } from "@/lib/domain/cards/claim";
import { unsealCode } from "@/lib/domain/cards/code";
import { findCard, IS_FROZEN, IS_STORE_CREDIT } from "@/lib/domain/cards/find";
import { BRAND_COLUMNS } from "@/lib/domain/stores/brand";
import { consumerOf } from "@/lib/domain/wallet/sessions";
import { AVAILABLE_CENTS } from "@/lib/ledger/post/available";

const COLUMNS = {
  id: cards.id,
  merchantId: cards.merchantId,
  storeName: merchants.name,
  storeSlug: merchants.slug,
  brand: BRAND_COLUMNS,
  isTest: sql<boolean>`${merchants.liveMerchantId} is not null`,
  timeZone: merchants.timeZone,
  /** The short names of the stores that the card's store has an agreement with. */
  transfersTo: sql<string[]>`array(select o.slug from ${transferAgreements} a
    join ${merchants} o on o.id = a.other_merchant_id
    where a.merchant_id = ${cards.merchantId} and a.status = 'active' order by o.slug)`,
  currency: cards.currency,
  balanceCents: cards.balanceCents,
  availableCents: AVAILABLE_CENTS,
  status: cards.status,
  frozen: IS_FROZEN,
  cardType: cards.cardType,
  isStoreCredit: IS_STORE_CREDIT,
  last4: cards.codeLast4,
  expiresOn: cards.expiresOn,
  /** Whether `expiresOn` has passed in the store's time zone. */
  expired: sql<boolean>`coalesce(
    ${cards.expiresOn} < ${STORE_TODAY}, false)`,
  sequence: cards.sequence,
  /** The gift that the card was created for; null for any other card. */
  gift: {
    id: gifts.id,
    design: gifts.design,
    message: gifts.message,
    senderName: gifts.senderName,
  },
  giftSenderEmail: consumers.email,
};

/** The movement of the gift that a card was created for, which is its first. */
const IS_FIRST_GIFT = and(
  eq(transactions.merchantId, cards.merchantId),
  eq(transactions.cardId, cards.id),
  eq(transactions.sequence, 1),
  eq(transactions.type, "gift_received"),
);

// Not one that was returned to its sender on a new card.
const IS_ACCEPTED_GIFT = and(
  eq(gifts.merchantId, transactions.merchantId),
  eq(gifts.settledTransactionId, transactions.id),
  eq(gifts.status, "accepted"),
);

/** More cards than any customer has. */
const MAX_CARDS = 500;

/** The buckets that can have what an open wallet shows. Refuses: unauthorized. */
export async function bucketsOfWallet(ctx: Ctx): Promise<string[]> {
  const { id, session } = consumerOf(ctx);
  if (session.only) return [await bucketOfStore(session.only.merchantId)];
  return await bucketsOfConsumer(id);
}

/**
 * The consumer's own cards in the current bucket, without those that were replaced. Not filtered by store: the query is limited to
 * the consumer's cards (or the link's one card). Cards of test twins open only by their link: a customer must
 * not take one for money.
 */
function selectOwn(ctx: Ctx, which?: SQL) {
  const { id, session } = consumerOf(ctx);
  const only = session.only
    ? and(eq(cards.merchantId, session.only.merchantId), eq(cards.id, session.only.cardId))
    : isNull(merchants.liveMerchantId);
  return db()
    .select(COLUMNS)
    .from(cards)
    .innerJoin(merchants, eq(merchants.id, cards.merchantId))
    .leftJoin(transactions, IS_FIRST_GIFT)
    .leftJoin(gifts, IS_ACCEPTED_GIFT)
    .leftJoin(consumers, eq(consumers.id, gifts.senderId))
    .where(and(eq(cards.ownerId, id), isNull(cards.replacedById), only, which));
}

/** A card as its customer sees it, with its store. */
export type OwnCard = Awaited<ReturnType<typeof selectOwn>>[number];

/**
 * The consumer's cards at every store, by store: those that expire first, then high balances. A wallet that is limited
 * to one card lists only that card.
 * Refuses: unauthorized.
 */
export async function listOwnCards(ctx: Ctx) {
  const { email, session } = consumerOf(ctx);
  const parts = await inEachBucket(
    () =>
      selectOwn(ctx)
        .orderBy(
          ...BY_STORE,
          // Postgres puts those that never expire last.
          asc(cards.expiresOn),
          desc(cards.balanceCents),
          desc(cards.id),
        )
        .limit(MAX_CARDS + 1),
    { buckets: await bucketsOfWallet(ctx) },
  );
  const rows = await inStoreOrder(parts);
  return {
    email,
    // Set when a link limits the wallet to one card.
    onlyCardId: session.only?.cardId ?? null,
    items: rows.slice(0, MAX_CARDS),
    more: rows.length > MAX_CARDS,
  };
}

const BY_STORE = [asc(merchants.name), asc(merchants.id)];

/** The cards of several buckets in one list. A store's are in one bucket, and stay in their order. */
async function inStoreOrder([first = [], ...others]: OwnCard[][]): Promise<OwnCard[]> {
  if (others.length === 0) return first;
  const rows = [first, ...others].flat();
  const ids = new Set(rows.map(({ merchantId }) => merchantId));
  // Postgres knows the order of names.
  const stores = await db()
    .select({ id: merchants.id })
    .from(merchants)
    .where(inArray(merchants.id, [...ids]))
    .orderBy(...BY_STORE);
  return stores.flatMap(({ id }) => rows.filter(({ merchantId }) => merchantId === id));
}

export type OwnCards = Awaited<ReturnType<typeof listOwnCards>>;

/** One of the consumer's cards. Refuses: unauthorized, not_found (someone else's). */
export async function readOwnCard(ctx: Ctx, { cardId }: { cardId: string }): Promise<OwnCard> {
  const read = async () => (await selectOwn(ctx, eq(cards.id, cardId)).limit(1))[0];
  return found(await findAnywhere(read, await bucketsOfWallet(ctx)));
}

/**
 * Claims the card with this printed code, from any store, for the consumer.
 * Refuses: unauthorized, not_found, rate_limited, card_not_active, card_already_claimed.
 */
export async function claimOwn(
  ctx: Ctx,
  claim: { code: string; pin?: string | undefined },
): Promise<OwnCard> {
  const { card } = await claimByCode(ctx, consumerOf(ctx).email, claim);
  return await readOwnCard(ctx, { cardId: card.id });
}

/** The code of one of the consumer's cards, in groups of four. Refuses: unauthorized, not_found. */
export async function revealOwnCode(ctx: Ctx, { cardId }: { cardId: string }) {
  const { merchantId } = await readOwnCard(ctx, { cardId });
  const card = await inBucketOf(merchantId, () => findCard(merchantId, cardId));
  return { merchantId, code: unsealCode(found(card)) };
}
