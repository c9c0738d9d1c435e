import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { lockedOperation } from "../ledger/operation";
import { queueShopSync } from "../ledger/queue-shop-sync";
import { endHold, type Hold, lockCardOfHold, requireHeld } from "./hold";

/**
 * Ends a hold without a redemption: its amount is available again (design, section 11). Audited.
 * Refuses: not_found, hold_ended (with its `status`).
 */
export const releaseHold = (ctx: Ctx, { holdId }: { holdId: string }): Promise<{ hold: Hold }> =>
  lockedOperation(
    ctx,
    (tx) => lockCardOfHold(tx, ctx.merchantId, holdId),
    async (tx, card) => {
      const held = await requireHeld(tx, ctx.merchantId, holdId, card);
      const hold = await endHold(tx, ctx.merchantId, held, { status: "released" });
      const { cardId, amountCents, currency } = hold;
      const details = { holdId, amountCents, currency };
      await audit(tx, authorOf(ctx), { action: "hold.released", subjectId: cardId, details });
      const key = { merchantId: ctx.merchantId, id: cardId };
      if ((await queueShopSync(tx, [key])) > 0) ctx.reply.queuedWork = true;
      return { hold };
    },
  );
