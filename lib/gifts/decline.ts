import type { Ctx } from "../context";
import { returnGift } from "./return";

/** Declines a gift for the address it was sent to. Refuses: not_found, gift_settled. */
export const declineGift = (ctx: Ctx, { giftId, email }: { giftId: string; email: string }) =>
  returnGift(ctx, { giftId, status: "declined", recipientEmail: email });
