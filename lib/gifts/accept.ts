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
 * Accepts a gift for its recipient (normalized email) and puts it on a new card at the same store.
 * Refuses: not_found (also another recipient's gift), gift_settled.
 */
export const acceptGift = (ctx: Ctx, { giftId, email }: { giftId: string; email: string }) =>
  lockedOperation(
    ctx,
    (tx) => lockGift(tx, { ...ctx, giftId }, eq(gifts.recipientEmail, email)),
    async (tx, gift) => {
      if (!gift) throw new Refusal("not_found");
      if (gift.status !== "pending" || gift.isOver) throw new Refusal("gift_settled");
      // No refusals past this point.
      const { merchantId, currency } = gift;
      const ownerId = sql`consumer_for(${newId()}, ${email})`;
      const cardId = await openCard(tx, { merchantId, currency, ownerId });
      return await settleGift(ctx, tx, gift, { status: "accepted", cardId });
    },
  );
