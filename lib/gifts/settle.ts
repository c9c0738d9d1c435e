import { and, eq, sql } from "drizzle-orm";
import { MOVEMENTS } from "../cards/movements";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { gifts } from "../db/schema/gifts";
import { transactions } from "../db/schema/transactions";
import { moveWithin } from "../ledger/move";
import type { Moved } from "../ledger/records";
import { queueMail } from "../outbox/mail";
import { type Gift, type LockedGift, readGift } from "./gift";

type Settled = {
  status: Exclude<Gift["status"], "pending">;
  /** The card that receives the amount. */
  cardId: string;
  source?: string | undefined;
};

/**
 * Settles a locked, pending gift: adds its amount to a card as gift_received and completes gift_sent.
 * The sender gets an email, unless they canceled the gift.
 */
export async function settleGift(
  ctx: Ctx,
  tx: Tx,
  gift: LockedGift,
  { status, cardId, source }: Settled,
): Promise<Moved & { gift: Gift }> {
  const { merchantId, id: giftId, amountCents, currency } = gift;
  const received = { ...MOVEMENTS.giftReceived, cardId, amountCents, currency, source };
  const moved = await moveWithin(ctx, tx, { ...received, silent: true });
  await tx
    .update(transactions)
    .set({ status: "completed" })
    .where(and(eq(transactions.merchantId, merchantId), eq(transactions.id, gift.transactionId)));
  const settledAt = sql`clock_timestamp()`;
  const settled = { settledCardId: cardId, settledTransactionId: moved.transaction.id };
  await tx
    .update(gifts)
    .set({ status, settledAt, ...settled })
    .where(and(eq(gifts.merchantId, merchantId), eq(gifts.id, giftId)));
  if (status !== "cancelled") {
    await queueMail(tx, merchantId, {
      template: "gift_settled",
      to: gift.senderEmail,
      merchantId,
      giftId,
      storeName: gift.storeName,
      recipientEmail: gift.recipientEmail,
      outcome: status,
      amountCents,
      currency,
      onNewCard: cardId !== gift.cardId,
    });
  }
  return { ...moved, gift: await readGift(tx, { merchantId, giftId }) };
}
