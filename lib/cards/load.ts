import type { Ctx } from "../context";
import { move } from "../ledger/move";
import { storeCodeHmac } from "./code";
import { MOVEMENTS } from "./movements";

type Load = {
  /** Exactly one of these names the card. `parseStoreCode` normalizes the code. */
  cardId?: string | undefined;
  code?: string | undefined;
  amountCents: number;
  currency?: string | undefined;
  note?: string | undefined;
  referenceId?: string | undefined;
};

/**
 * Loads `amountCents` (minor units): activates an inactive card with it, tops up an active one
 * (spec, Cards). Refuses: not_found, card_not_active, currency_mismatch, balance_limit_exceeded.
 */
export const load = (ctx: Ctx, { code, ...topUp }: Load) =>
  move(ctx, {
    ...MOVEMENTS.load,
    codeHmac: code === undefined ? undefined : storeCodeHmac(ctx.merchantId, code),
    ...topUp,
  });
