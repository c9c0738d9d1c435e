import { and, eq, type SQL, sql } from "drizzle-orm";
import { hashToken } from "@/lib/base/opaque-token";
import { type Db, db, onlyRow, type Tx } from "@/lib/db/client/client";
import { STORE_NOW, storeNow } from "@/lib/db/client/clock";
import { findAnywhere } from "@/lib/db/client/in-buckets";
import { consumers } from "@/lib/db/schema/consumers";
import { gifts } from "@/lib/db/schema/gifts";
import { merchants } from "@/lib/db/schema/merchants";
import type { Replayable } from "@/lib/ledger/post/operation";

/** Days after delivery in which a gift can be accepted. */
export const GIFT_DAYS = 30;

/** What a gift's sender may read of it. */
export const GIFT_COLUMNS = {
  id: gifts.id,
  merchantId: gifts.merchantId,
  status: gifts.status,
  cardId: gifts.cardId,
  amountCents: gifts.amountCents,
  currency: gifts.currency,
  recipientEmail: gifts.recipientEmail,
  message: gifts.message,
  senderName: gifts.senderName,
  recipientName: gifts.recipientName,
  design: gifts.design,
  deliverAt: gifts.deliverAt,
  expiresAt: gifts.expiresAt,
  settledAt: gifts.settledAt,
  createdAt: gifts.createdAt,
};

const COLUMNS = {
  ...GIFT_COLUMNS,
  senderEmail: consumers.email,
  transactionId: gifts.transactionId,
};

type Row = typeof gifts.$inferSelect & { senderEmail: string };
export type Gift = Replayable<Pick<Row, keyof typeof COLUMNS>>;

const selectGift = (conn: Db | Tx) =>
  conn.select(COLUMNS).from(gifts).innerJoin(consumers, eq(consumers.id, gifts.senderId));

/** Finds the gift of an emailed link, at any store and in any status. Null if its 30 days are over. */
export async function findGiftByToken(token: string): Promise<Gift | null> {
  const isOpen = sql`${gifts.expiresAt} > ${storeNow(gifts.merchantId)}`;
  const which = and(eq(gifts.tokenHash, hashToken(token)), isOpen);
  return (await findAnywhere(async () => (await selectGift(db()).where(which))[0])) ?? null;
}

type GiftKey = { merchantId: string; id: string };

export const isGift = ({ merchantId, id }: GiftKey) =>
  and(eq(gifts.merchantId, merchantId), eq(gifts.id, id));

/** Reads a gift. Throws if it does not exist. */
export async function readGift(tx: Tx, key: GiftKey): Promise<Gift> {
  return onlyRow(await selectGift(tx).where(isGift(key)));
}

const LOCKED_GIFT_COLUMNS = {
  ...COLUMNS,
  senderId: gifts.senderId,
  storeName: merchants.name,
  isOver: sql<boolean>`${gifts.expiresAt} <= ${STORE_NOW}`,
};

/** Reads and locks a gift if it matches `whose`, so that only one request can settle it. */
export async function lockGift(tx: Tx, key: GiftKey, whose?: SQL) {
  const [gift] = await tx
    .select(LOCKED_GIFT_COLUMNS)
    .from(gifts)
    .innerJoin(consumers, eq(consumers.id, gifts.senderId))
    .innerJoin(merchants, eq(merchants.id, gifts.merchantId))
    .where(and(isGift(key), whose))
    .for("no key update", { of: gifts });
  return gift;
}

export type LockedGift = NonNullable<Awaited<ReturnType<typeof lockGift>>>;
