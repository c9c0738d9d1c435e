import { and, eq, sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { cards } from "../db/schema/cards";
import { found } from "../errors";
import { releaseHoldsOf } from "../holds/hold";
import { newId } from "../ids";
import { emit } from "../ledger/emit";
import { operation } from "../ledger/operation";
import type { Card } from "../ledger/records";
import { lockCard } from "./find";
import { EVENTS_BY_CHANGE } from "./movements";
import { REFUSED_STATUSES, type RefusedStatuses, refuseStatus } from "./refused-statuses";

/**
 * Disables an active card permanently; its balance can no longer be redeemed (spec, Cards).
 * Refuses: not_found, card_already_disabled, card_not_active.
 */
export const disable = (ctx: Ctx, { cardId }: { cardId: string }) =>
  disableUnless(ctx, cardId, REFUSED_STATUSES.disable);

/** Disables a card unless its status is in `refused`. Refuses: not_found, the codes in `refused`. */
export const disableUnless = (ctx: Ctx, cardId: string, refused: RefusedStatuses) =>
  operation(ctx, async (tx): Promise<{ card: Card }> => {
    const card = found(await lockCard(tx, ctx.merchantId, cardId));
    refuseStatus(card.status, refused);
    // No refusals past this line.
    await releaseHoldsOf(tx, ctx.merchantId, cardId);
    const [changed] = await tx
      .update(cards)
      .set({
        status: "disabled",
        heldCents: 0,
        sequence: sql`${cards.sequence} + 1`,
        updatedAt: sql`clock_timestamp()`,
      })
      .where(and(eq(cards.merchantId, ctx.merchantId), eq(cards.id, cardId)))
      .returning({ status: cards.status, sequence: cards.sequence, updatedAt: cards.updatedAt });
    await emit(ctx, tx, card, {
      causeId: newId(),
      amountCents: 0,
      events: EVENTS_BY_CHANGE.disabled,
    });
    const details = { balanceCents: card.balanceCents, currency: card.currency };
    await audit(tx, authorOf(ctx), { action: "card.disabled", subjectId: cardId, details });
    return { card: { ...card, ...changed, availableCents: null } };
  });

/** Voids unsold stock. Refuses: not_found, card_already_disabled, card_already_active. */
export const voidCard = (ctx: Ctx, { cardId }: { cardId: string }) =>
  disableUnless(ctx, cardId, REFUSED_STATUSES.void);
