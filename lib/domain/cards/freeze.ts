import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import type { Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { lockedOperation } from "@/lib/ledger/post/operation";
import { queueShopSync } from "@/lib/ledger/post/queue-shop-sync";
import type { Card } from "@/lib/ledger/post/records";
import { lockingCard } from "./find";
import { REFUSED_STATUSES, refuseStatus } from "./refused-statuses";

/** `unchanged`: it was so already. */
type Frozen = { card: Card; unchanged?: true };

/**
 * Freezes an active card for a time: nothing can be taken from it, here or in the connected online shop, and
 * money can be added. Its status stays active. A card that is frozen already gets the new reason, if there is one.
 * Refuses: not_found, card_not_active (with `status`).
 */
export const freeze = (
  ctx: Ctx,
  { cardId, reason }: { cardId: string; reason?: string | undefined },
) =>
  lockedOperation(
    requireScope(ctx, "cards:write"),
    lockingCard(ctx, cardId),
    async (tx, locked): Promise<Frozen> => {
      const card = found(locked);
      refuseStatus(card, REFUSED_STATUSES.freeze);
      // An empty text is frozen without a reason.
      const frozenReason = reason ?? card.frozenReason ?? "";
      if (frozenReason === card.frozenReason) return { card, unchanged: true };
      const details = reason === undefined ? {} : { reason };
      await audit(tx, authorOf(ctx), { action: "card.frozen", subjectId: cardId, details });
      return { card: await setFrozenReason(ctx, tx, card, frozenReason) };
    },
  );

/**
 * Ends the freeze of a card; changes nothing on a card that isn't frozen.
 * Refuses: not_found, card_not_active (with `status`).
 */
export const unfreeze = (ctx: Ctx, { cardId }: { cardId: string }) =>
  lockedOperation(
    requireScope(ctx, "cards:write"),
    lockingCard(ctx, cardId),
    async (tx, locked): Promise<Frozen> => {
      const card = found(locked);
      refuseStatus(card, REFUSED_STATUSES.freeze);
      if (card.frozenReason == null) return { card, unchanged: true };
      await audit(tx, authorOf(ctx), { action: "card.unfrozen", subjectId: cardId });
      return { card: await setFrozenReason(ctx, tx, card, null) };
    },
  );

async function setFrozenReason(
  ctx: Ctx,
  tx: Tx,
  card: Card,
  frozenReason: string | null,
): Promise<Card> {
  const [changed] = await tx
    .update(cards)
    .set({ frozenReason, updatedAt: sql`statement_timestamp()` })
    .where(and(eq(cards.merchantId, card.merchantId), eq(cards.id, card.id)))
    .returning({ frozenReason: cards.frozenReason, updatedAt: cards.updatedAt });
  if ((await queueShopSync(tx, [card])) > 0) ctx.reply.queuedWork = true;
  return { ...card, ...changed };
}
