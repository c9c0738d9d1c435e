import { and, eq, type SQL } from "drizzle-orm";
import { openCard } from "../cards/open";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { gifts } from "../db/schema/gifts";
import { outbox } from "../db/schema/outbox";
import { Refusal } from "../errors";
import { type LockedCard, lockCards } from "../ledger/lock-cards";
import { lockedOperation } from "../ledger/operation";
import { MAX_CENTS } from "../money";
import { type Gift, type LockedGift, lockGift } from "./gift";
import { settleGift } from "./settle";

/** Declines a gift for its recipient (normalized email). Refuses: not_found, gift_settled. */
export const declineGift = (ctx: Ctx, { giftId, email }: { giftId: string; email: string }) =>
  returnGift(ctx, giftId, "declined", eq(gifts.recipientEmail, email));

/**
 * Cancels a gift that is not accepted yet. Its email is not sent if it is still in the queue.
 * Refuses: not_found (also another consumer's gift), gift_settled.
 */
export const cancelGift = (ctx: Ctx, { giftId, senderId }: { giftId: string; senderId: string }) =>
  returnGift(ctx, giftId, "cancelled", eq(gifts.senderId, senderId));

/** Returns an expired gift to its sender. Refuses: not_found, gift_settled (also if it is not due yet). */
export const expireGift = (ctx: Ctx, { giftId }: { giftId: string }) =>
  returnGift(ctx, giftId, "expired");

/** Returns a pending gift's amount to the sender's card, as a separate gift_received movement. */
const returnGift = (
  ctx: Ctx,
  giftId: string,
  status: "declined" | "cancelled" | "expired",
  whose?: SQL,
) =>
  lockedOperation(
    ctx,
    (tx) => lockGiftAndCard(tx, { ...ctx, giftId }, whose),
    async (tx, { gift, card }): Promise<{ gift: Gift }> => {
      if (!gift) throw new Refusal("not_found");
      if (gift.status !== "pending") throw new Refusal("gift_settled");
      if (status === "expired" && !gift.isOver) throw new Refusal("gift_settled");
      // No refusals past this point.
      const cardId = await cardForReturn(tx, gift, card);
      const source = "returned";
      const settled = await settleGift(ctx, tx, gift, { status, cardId, source });
      await dropUnsentMail(tx, gift);
      return { gift: settled.gift };
    },
  );

async function lockGiftAndCard(
  tx: Tx,
  key: Pick<Ctx, "merchantId"> & { giftId: string },
  whose?: SQL,
) {
  const gift = await lockGift(tx, key, whose);
  const [card] = gift ? await lockCards(tx, [gift]) : [];
  return { gift, card };
}

/** The id of the gift's original card, or of a new card for the sender if that is full or disabled. */
async function cardForReturn(
  tx: Tx,
  { merchantId, currency, amountCents, senderId }: LockedGift,
  card: LockedCard | undefined,
): Promise<string> {
  const hasRoom = card?.status === "active" && amountCents <= MAX_CENTS - card.balanceCents;
  return hasRoom ? card.id : await openCard(tx, { merchantId, currency, ownerId: senderId });
}

/** Deletes the queued email, because the gift can no longer be accepted. */
const dropUnsentMail = (tx: Tx, { merchantId, id }: LockedGift) =>
  tx
    .delete(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.merchantId, merchantId), eq(outbox.status, "pending")));
