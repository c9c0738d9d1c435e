import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { db } from "@/lib/db/client/client";
import { atStore, findAnywhere, inEachBucket } from "@/lib/db/client/in-buckets";
import { gifts } from "@/lib/db/schema/gifts";
import { merchants } from "@/lib/db/schema/merchants";
import { cancelGift } from "@/lib/domain/gifts/accept-or-return";
import { GIFT_COLUMNS } from "@/lib/domain/gifts/gift";
import { type NewGift, sendGift } from "@/lib/domain/gifts/send";
import { consumerOf } from "@/lib/domain/wallet/sessions";
import { bucketsOfWallet, readOwnCard } from "./cards";

const COLUMNS = { ...GIFT_COLUMNS, storeName: merchants.name, timeZone: merchants.timeZone };

const MAX_LISTED = 200;

/** The newest of the consumer's gifts in the current bucket. */
const selectSent = (ctx: Ctx, which?: SQL) =>
  db()
    .select(COLUMNS)
    .from(gifts)
    .innerJoin(merchants, eq(merchants.id, gifts.merchantId))
    .where(and(eq(gifts.senderId, consumerOf(ctx).id), isNull(merchants.liveMerchantId), which))
    .orderBy(desc(gifts.id))
    .limit(MAX_LISTED);

/** A gift as its sender sees it. */
export type SentGift = Awaited<ReturnType<typeof selectSent>>[number];

/** The gifts that the consumer sent at any live store, newest first. Refuses: unauthorized. */
export async function listSentGifts(ctx: Ctx): Promise<SentGift[]> {
  const parts = await inEachBucket(() => selectSent(ctx), {
    buckets: await bucketsOfWallet(ctx),
  });
  return parts
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, MAX_LISTED);
}

async function readSentGift(ctx: Ctx, giftId: string): Promise<SentGift> {
  const read = async () => (await selectSent(ctx, eq(gifts.id, giftId)))[0];
  return found(await findAnywhere(read, await bucketsOfWallet(ctx)));
}

/**
 * Sends money from one of the consumer's cards to an email: the whole balance if no amount is given.
 * Refuses: unauthorized, and what sendGift() refuses.
 */
export async function sendOwnGift(ctx: Ctx, order: Omit<NewGift, "senderId">): Promise<SentGift> {
  requireScope(ctx, "wallet:own");
  const { merchantId } = await readOwnCard(ctx, { cardId: order.cardId });
  const senderId = consumerOf(ctx).id;
  const { gift } = await atStore(ctx, merchantId, (here) => sendGift(here, { ...order, senderId }));
  return await readSentGift(ctx, gift.id);
}

/** Cancels a pending gift. Refuses: unauthorized, not_found, gift_settled. */
export async function cancelOwnGift(ctx: Ctx, { giftId }: { giftId: string }): Promise<SentGift> {
  requireScope(ctx, "wallet:own");
  const { merchantId } = await readSentGift(ctx, giftId);
  const senderId = consumerOf(ctx).id;
  await atStore(ctx, merchantId, (here) => cancelGift(here, { giftId, senderId }));
  return await readSentGift(ctx, giftId);
}
