import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { moveOne } from "../ledger/move";
import { lockedOperation } from "../ledger/operation";
import type { MovementResult } from "../ledger/records";
import { lockingCard } from "./find";
import { type Activation, activate, activationOf } from "./movements";

type ActivationByHand = Activation & {
  /** Sells the card for `amountCents`, whatever is printed on it. The audit log says so. */
  anyAmount?: boolean | undefined;
};

/** Activates a card like activate(), for a team member who may override its denomination. */
export function activateByHand(
  ctx: Ctx,
  { anyAmount, ...given }: ActivationByHand,
): Promise<MovementResult> {
  if (!anyAmount) return activate(ctx, given);
  const { cardId, amountCents } = given;
  return lockedOperation(ctx, lockingCard(ctx, cardId), async (tx) => {
    const moved = await moveOne(ctx, tx, { ...activationOf(given), anyAmount });
    const details = { amountCents, currency: moved.card.currency };
    await audit(tx, authorOf(ctx), {
      action: "card.amount_overridden",
      subjectId: cardId,
      details,
    });
    return moved;
  });
}
