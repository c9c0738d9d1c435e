import type { Ctx } from "../context";
import { move } from "../ledger/move";
import { MOVEMENTS } from "./movements";

type Credit = {
  cardId: string;
  amountCents: number;
  note?: string | undefined;
  referenceId?: string | undefined;
};

/**
 * Adds `amountCents` (minor units) to an active card: a refund or a top-up (spec, Cards). An expired card
 * becomes valid again.
 * Refuses: not_found, card_not_active, balance_limit_exceeded.
 */
export const credit = (ctx: Ctx, topUp: Credit) => move(ctx, { ...MOVEMENTS.topUp, ...topUp });
