import type { Consumer, Ctx, WalletSession } from "../context";
import { Refusal } from "../errors";

/** The consumer whose wallet asks. Refuses: unauthorized (a key, a merchant's person). */
export function consumerOf({ consumer, principal: { wallet } }: Ctx): Consumer & {
  session: WalletSession;
} {
  if (!consumer || !wallet) throw new Refusal("unauthorized");
  return { ...consumer, session: wallet };
}
