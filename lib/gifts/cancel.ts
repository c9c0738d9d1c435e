import type { Ctx } from "../context";
import { returnGift } from "./return";

/**
 * Takes back a gift that its recipient has not accepted yet; a mail that has not left stays away.
 * Refuses: not_found (also another consumer's gift), gift_settled.
 */
export const cancelGift = (ctx: Ctx, { giftId, senderId }: { giftId: string; senderId: string }) =>
  returnGift(ctx, { giftId, status: "cancelled", senderId });
