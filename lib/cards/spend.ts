import type { Ctx } from "../context";
import { move } from "../ledger/move";
import { MOVEMENTS } from "./movements";

type Spend = {
  cardId: string;
  amountCents: number;
  note?: string | undefined;
  referenceId?: string | undefined;
};

/**
 * Redeems `amountCents` (minor units) from an active card (spec, Cards).
 * Refuses: not_found, card_not_active, card_expired, insufficient_balance (with `balanceCents`).
 */
export const spend = (ctx: Ctx, redemption: Spend) =>
  move(ctx, { ...MOVEMENTS.redemption, ...redemption });
