import { eq, sql } from "drizzle-orm";
import { openCard } from "../cards/open";
import type { Ctx } from "../context";
import { gifts } from "../db/schema/gifts";
import { Refusal } from "../errors";
import { newId } from "../ids";
import { lockedOperation } from "../ledger/operation";
import { lockGift } from "./gift";
import { settleGift } from "./settle";

/**
 * Takes a gift for the consumer with this (normalised) address, whom it was sent to: a new card of
 * theirs at the same store holds it (design, Gifts). Refuses: not_found (also somebody else's gift),
 * gift_settled.
 */
export const acceptGift = (ctx: Ctx, { giftId, email }: { giftId: string; email: string }) =>
  lockedOperation(
    ctx,
    (tx) => lockGift(tx, { ...ctx, giftId }, eq(gifts.recipientEmail, email)),
    async (tx, gift) => {
      if (!gift) throw new Refusal("not_found");
      if (gift.status !== "pending" || gift.isOver) throw new Refusal("gift_settled");
      // Past this line it is accepted.
      const { merchantId, currency } = gift;
      const ownerId = sql`consumer_for(${newId()}, ${email})`;
      const cardId = await openCard(tx, { merchantId, currency, ownerId });
      return await settleGift(ctx, tx, gift, { status: "accepted", cardId });
    },
  );
