import { and, desc, eq } from "drizzle-orm";
import { atStore, type Ctx } from "../../context";
import { db } from "../../db/client";
import { gifts } from "../../db/schema/gifts";
import { merchants } from "../../db/schema/merchants";
import { Refusal } from "../../errors";
import { type NewGift, sendGift } from "../../gifts/send";
import { cancelGift } from "../../gifts/settle";
import { consumerOf } from "../person";
import { readOwnCard } from "./cards";

/** A gift as its sender sees it. */
export type SentGift = Pick<
  typeof gifts.$inferSelect,
  | "id"
  | "status"
  | "cardId"
  | "amountCents"
  | "currency"
  | "recipientEmail"
  | "message"
  | "deliverAt"
  | "expiresAt"
  | "settledAt"
  | "createdAt"
> & { storeName: string; timeZone: string };

const COLUMNS = {
  id: gifts.id,
  status: gifts.status,
  cardId: gifts.cardId,
  amountCents: gifts.amountCents,
  currency: gifts.currency,
  recipientEmail: gifts.recipientEmail,
  message: gifts.message,
  deliverAt: gifts.deliverAt,
  expiresAt: gifts.expiresAt,
  settledAt: gifts.settledAt,
  createdAt: gifts.createdAt,
  storeName: merchants.name,
  timeZone: merchants.timeZone,
};

const MAX_LISTED = 200;

const selectSent = (senderId: string) =>
  db()
    .select({ ...COLUMNS, merchantId: gifts.merchantId })
    .from(gifts)
    .innerJoin(merchants, eq(merchants.id, gifts.merchantId))
    .where(eq(gifts.senderId, senderId))
    .orderBy(desc(gifts.id))
    .limit(MAX_LISTED);

/** The gifts that the consumer sent at any store, newest first. Refuses: unauthorized. */
export const listSentGifts = (ctx: Ctx): Promise<SentGift[]> => selectSent(consumerOf(ctx).id);

async function readSentGift(ctx: Ctx, giftId: string) {
  const [gift] = await db()
    .select({ ...COLUMNS, merchantId: gifts.merchantId })
    .from(gifts)
    .innerJoin(merchants, eq(merchants.id, gifts.merchantId))
    .where(and(eq(gifts.senderId, consumerOf(ctx).id), eq(gifts.id, giftId)));
  if (!gift) throw new Refusal("not_found");
  return gift;
}

/**
 * Sends money from one of the consumer's cards to an email: the whole balance if no amount is given.
 * Refuses: unauthorized, and what sendGift() refuses.
 */
export async function sendOwnGift(ctx: Ctx, order: Omit<NewGift, "senderId">): Promise<SentGift> {
  const { merchantId } = await readOwnCard(ctx, { cardId: order.cardId });
  const senderId = consumerOf(ctx).id;
  const { gift } = await sendGift(atStore(ctx, merchantId), { ...order, senderId });
  return await readSentGift(ctx, gift.id);
}

/** Cancels a pending gift. Refuses: unauthorized, not_found, gift_settled. */
export async function cancelOwnGift(ctx: Ctx, { giftId }: { giftId: string }): Promise<SentGift> {
  const { merchantId } = await readSentGift(ctx, giftId);
  await cancelGift(atStore(ctx, merchantId), { giftId, senderId: consumerOf(ctx).id });
  return await readSentGift(ctx, giftId);
}
