import { type Ctx, requireScope } from "@/lib/base/context";
import { move } from "@/lib/ledger/post/move";
import { type ByIdOrCode, moveByCode } from "./move-by-code";
import { MOVEMENT_POLICIES } from "./movements";
import type { PartialRedemption } from "./spend";

/**
 * Redeems like spend(), from the card with this id or code (design, section 11).
 * Refuses: what spend() does, currency_mismatch, rate_limited (also wrong codes of a caller).
 */
export const redeem = (ctx: Ctx, { code, ...redemption }: ByIdOrCode & PartialRedemption) =>
  moveByCode(requireScope(ctx, "money:write"), code, (card) =>
    move(ctx, { ...MOVEMENT_POLICIES.redemption, ...redemption, ...card }),
  );
