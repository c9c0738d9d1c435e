import type { Ctx } from "@/lib/base/context";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { queueShopSync } from "@/lib/ledger/post/queue-shop-sync";
import { changeHold, endHold, type Hold } from "./hold";

/**
 * Ends a hold without a redemption: its amount is available again (design, section 11). Audited.
 * Refuses: not_found, hold_ended (with its `status`).
 */
export const releaseHold = (ctx: Ctx, { holdId }: { holdId: string }): Promise<{ hold: Hold }> =>
  changeHold(ctx, holdId, async (tx, held) => {
    const hold = await endHold(tx, ctx.merchantId, held, { status: "released" });
    const { cardId, amountCents, currency } = hold;
    const details = { holdId, amountCents, currency };
    await audit(tx, authorOf(ctx), { action: "hold.released", subjectId: cardId, details });
    const key = { merchantId: ctx.merchantId, id: cardId };
    if ((await queueShopSync(tx, [key])) > 0) ctx.reply.queuedWork = true;
    return { hold };
  });
