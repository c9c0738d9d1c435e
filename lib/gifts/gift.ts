import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Db, db, type Tx } from "../db/client";
import { consumers } from "../db/schema/consumers";
import { gifts } from "../db/schema/gifts";
import { merchants } from "../db/schema/merchants";
import type { Instant } from "../ledger/records";
import { hashToken } from "../opaque-token";

/** How long a gift waits, from its delivery on (design, Gifts). */
export const GIFT_DAYS = 30;

const COLUMNS = {
  id: gifts.id,
  merchantId: gifts.merchantId,
  status: gifts.status,
  senderEmail: consumers.email,
  cardId: gifts.cardId,
  transactionId: gifts.transactionId,
  amountCents: gifts.amountCents,
  currency: gifts.currency,
  recipientEmail: gifts.recipientEmail,
  message: gifts.message,
  deliverAt: gifts.deliverAt,
  expiresAt: gifts.expiresAt,
  settledAt: gifts.settledAt,
  createdAt: gifts.createdAt,
};

/** Instants are text once an answer is replayed. */
type Replayed<T> = T extends Date ? Instant : T;
type Row = typeof gifts.$inferSelect & { senderEmail: string };
export type Gift = { [Name in keyof typeof COLUMNS]: Replayed<Row[Name]> };

const selectGift = (conn: Db | Tx) =>
  conn.select(COLUMNS).from(gifts).innerJoin(consumers, eq(consumers.id, gifts.senderId));

/**
 * The gift that a mailed link opens, whatever became of it; null when there is none, or its 30 days
 * are over. Of any store, since the link is all that its holder has: who holds it reads mail to
 * `recipientEmail`.
 */
export async function findGiftByToken(token: string): Promise<Gift | null> {
  const [gift] = await selectGift(db()).where(
    and(eq(gifts.tokenHash, hashToken(token)), sql`${gifts.expiresAt} > now()`),
  );
  return gift ?? null;
}

type GiftKey = { merchantId: string; giftId: string };

const isGift = ({ merchantId, giftId }: GiftKey) =>
  and(eq(gifts.merchantId, merchantId), eq(gifts.id, giftId));

/** A gift as it was written in this commit. */
export async function readGift(tx: Tx, key: GiftKey): Promise<Gift> {
  const [gift] = await selectGift(tx).where(isGift(key));
  if (!gift) throw new Error("the gift is gone");
  return gift;
}

const LOCKED = {
  ...COLUMNS,
  senderId: gifts.senderId,
  storeName: merchants.name,
  isOver: sql<boolean>`${gifts.expiresAt} <= now()`,
};

/** The gift that is also `whose`, locked: of several who settle it one comes first. */
export async function lockGift(tx: Tx, key: GiftKey, whose?: SQL) {
  const [gift] = await tx
    .select(LOCKED)
    .from(gifts)
    .innerJoin(consumers, eq(consumers.id, gifts.senderId))
    .innerJoin(merchants, eq(merchants.id, gifts.merchantId))
    .where(and(isGift(key), whose))
    .for("no key update", { of: gifts });
  return gift;
}

export type LockedGift = NonNullable<Awaited<ReturnType<typeof lockGift>>>;
