import { and, eq } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import type { Tx } from "@/lib/db/client/client";
import { batches } from "@/lib/db/schema/batches";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { moveOne } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { MovementResult } from "@/lib/ledger/post/records";
import { type Activation, activate, activationOf } from "./activate";
import { lockingCard } from "./find";

type ActivationByHand = Activation & {
  /** Sells the card for `amountCents`, whatever is printed on it. The audit log says so. */
  anyAmount?: boolean | undefined;
};

/** The amount that is printed on a card, in minor units; null for any. */
async function denominationOf(tx: Tx, merchantId: string, cardId: string): Promise<number | null> {
  const [card] = await tx
    .select({ cents: batches.amountCents })
    .from(cards)
    .innerJoin(
      batches,
      and(eq(batches.merchantId, cards.merchantId), eq(batches.id, cards.batchId)),
    )
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)));
  return card?.cents ?? null;
}

/** Activates a card like activate(), for a team member who may override its denomination. */
export async function activateByHand(
  ctx: Ctx,
  { anyAmount, ...activation }: ActivationByHand,
): Promise<MovementResult> {
  requireScope(ctx, "store:manage");
  if (!anyAmount) return activate(ctx, activation);
  const { cardId, amountCents } = activation;
  return lockedOperation(ctx, lockingCard(ctx, cardId), async (tx) => {
    const moved = await moveOne(ctx, tx, { ...activationOf(activation), anyAmount });
    const expectedAmountCents = await denominationOf(tx, ctx.merchantId, cardId);
    if (expectedAmountCents === null || moved.transaction.amountCents === expectedAmountCents)
      return moved;
    const details = { amountCents, expectedAmountCents, currency: moved.card.currency };
    await audit(tx, authorOf(ctx), {
      action: "card.amount_overridden",
      subjectId: cardId,
      details,
    });
    return moved;
  });
}
