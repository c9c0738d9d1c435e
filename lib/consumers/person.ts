import type { Consumer, Ctx, WalletSession } from "../context";
import { Refusal } from "../errors";

/** The consumer of the request's wallet session. Refuses: unauthorized (a key, a merchant's user). */
export function consumerOf({ consumer, principal: { wallet } }: Ctx): Consumer & {
  session: WalletSession;
} {
  if (!consumer || !wallet) throw new Refusal("unauthorized");
  return { ...consumer, session: wallet };
}
