import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { lockCard } from "../cards/find";
import type { Ctx } from "../context";
import { platformCards } from "../db/schema/platforms";
import { Refusal } from "../errors";
import { operation } from "../ledger/operation";
import { findConnection } from "./connection";
import { isPlatformCard } from "./lease";
import { queueJobs } from "./queue";

/**
 * Has the shop's gift card of an active card made, or tries once more what has failed; once for however
 * many calls. Refuses: not_found, platform_not_connected, card_not_active.
 */
export const queueCard = (ctx: Ctx, { cardId }: { cardId: string }) =>
  operation(ctx, async (tx): Promise<{ cardId: string }> => {
    const { merchantId } = ctx;
    const card = await lockCard(tx, merchantId, cardId);
    if (!card) throw new Refusal("not_found");
    const connection = await findConnection(merchantId, tx);
    if (!connection) throw new Refusal("platform_not_connected");
    const key = { merchantId, connectionId: connection.id, cardId };
    const [again] = await tx
      .update(platformCards)
      .set({ state: "queued", reason: null, syncedSequence: 0, updatedAt: sql`clock_timestamp()` })
      .where(and(isPlatformCard(key), eq(platformCards.state, "failed")))
      .returning({ cardId: platformCards.cardId });
    if (!again && card.status !== "active") throw new Refusal("card_not_active");
    const [made] = again
      ? []
      : await tx
          .insert(platformCards)
          .values({ ...key, state: "queued" })
          .onConflictDoNothing()
          .returning({ cardId: platformCards.cardId });
    if (!again && !made) return { cardId };
    await queueJobs(tx, merchantId, [{ cardId, sequence: card.sequence }]);
    await audit(tx, authorOf(ctx), { action: "card.platform_queued", subjectId: cardId });
    ctx.reply.deliveries++;
    return { cardId };
  });
