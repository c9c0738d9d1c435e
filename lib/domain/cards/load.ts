import { type Ctx, requireScope } from "@/lib/base/context";
import { move } from "@/lib/ledger/post/move";
import { type ByIdOrCode, moveByCode } from "./move-by-code";
import { MOVEMENT_POLICIES } from "./movements";

/**
 * Loads `amountCents` (minor units): activates an inactive card with it, tops up an active one
 * (spec, Cards). Refuses: not_found, card_not_active, currency_mismatch, balance_limit_exceeded, amount_not_allowed
 * (with `expectedAmountCents`), rate_limited (also wrong codes of a caller).
 */
export const load = (ctx: Ctx, { code, ...movement }: ByIdOrCode) =>
  moveByCode(requireScope(ctx, "money:write", "till:use"), code, (card) =>
    move(ctx, { ...MOVEMENT_POLICIES.load, ...movement, ...card }),
  );
