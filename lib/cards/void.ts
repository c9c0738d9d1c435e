import type { Ctx } from "../context";
import { disableUnless } from "./disable";
import { REFUSED_STATUSES } from "./status";

/**
 * Disables a card for good before it was ever sold: lost or spoilt stock (design, section 3). Emits
 * card.disabled, as disabling does. Refuses: not_found, card_already_disabled, card_already_active.
 */
export const voidCard = (ctx: Ctx, { cardId }: { cardId: string }) =>
  disableUnless(ctx, cardId, REFUSED_STATUSES.void);
