import { type Ctx, requireScope } from "@/lib/base/context";
import { move } from "@/lib/ledger/post/move";
import { type CardMovement, MOVEMENT_POLICIES } from "./movements";

/** `allowPartial`: redeems what is available, at least 1, if that is less than the amount. */
export type PartialRedemption = { allowPartial?: boolean | undefined };

/**
 * Redeems `amountCents` (minor units) from an active card (spec, Cards).
 * Refuses: not_found, card_not_active, card_frozen, card_expired, insufficient_balance (with `balanceCents`).
 */
export const spend = (ctx: Ctx, redemption: CardMovement & PartialRedemption) =>
  move(requireScope(ctx, "money:write", "till:use"), {
    ...MOVEMENT_POLICIES.redemption,
    ...redemption,
  });
