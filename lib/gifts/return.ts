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

/** Declines a gift for the address it was sent to. Refuses: not_found, gift_settled. */
export const declineGift = (ctx: Ctx, { giftId, email }: { giftId: string; email: string }) =>
  returnGift(ctx, giftId, "declined", eq(gifts.recipientEmail, email));

/**
 * Takes back a gift that its recipient has not accepted yet; a mail that has not left stays away.
 * Refuses: not_found (also another consumer's gift), gift_settled.
 */
export const cancelGift = (ctx: Ctx, { giftId, senderId }: { giftId: string; senderId: string }) =>
  returnGift(ctx, giftId, "cancelled", eq(gifts.senderId, senderId));

/** Returns a gift that nobody accepted in time. Refuses: not_found, gift_settled (also one not due). */
export const expireGift = (ctx: Ctx, { giftId }: { giftId: string }) =>
  returnGift(ctx, giftId, "expired");

/** Puts a pending gift's money back on its sender's card, as a gift_received of its own. */
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
      // Past this line it is returned.
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

/** The card that it came from; a new one of the sender's where that one takes no more money. */
async function cardForReturn(
  tx: Tx,
  { merchantId, currency, amountCents, senderId }: LockedGift,
  card: LockedCard | undefined,
): Promise<string> {
  const hasRoom = card?.status === "active" && amountCents <= MAX_CENTS - card.balanceCents;
  return hasRoom ? card.id : await openCard(tx, { merchantId, currency, ownerId: senderId });
}

/** A mail that has not left by now would offer what is gone. */
const dropUnsentMail = (tx: Tx, { merchantId, id }: LockedGift) =>
  tx
    .delete(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.merchantId, merchantId), eq(outbox.status, "pending")));
