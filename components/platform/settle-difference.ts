import { formatMoney } from "@/components/money";
import type { Difference, TrustedSide } from "./platform";

/** Button labels for the two ways to resolve a difference. */
export const settleButtonLabels = ({
  cause,
  remedies,
}: Difference): Record<TrustedSide, string> => ({
  ledger:
    cause === "missing_there"
      ? "Create it anew"
      : cause === "redeemed_there" && !remedies.includes("platform")
        ? "Acknowledge"
        : "Take ours",
  platform: "Take the shop's balance",
});

/** The shop's balance in minor units, or null if the shop has no such gift card. */
export const shopCents = ({ cause, platformCents }: Difference): number | null =>
  cause === "missing_there" ? null : platformCents;

/** Shop balance minus ledger balance, in minor units. Negative if the shop has less. */
export const differenceCents = (difference: Difference): number =>
  difference.cause === "redeemed_there"
    ? -difference.unpostedCents
    : (shopCents(difference) ?? 0) - difference.ledgerCents;

export const titleOf = ({ last4, cause }: Difference) =>
  cause === "disabled_there"
    ? `Disable the card ending in ${last4}`
    : `Settle the card ending in ${last4}`;

/** One sentence on what the chosen resolution does to the balance. */
export function effectOf(difference: Difference, truth: TrustedSide): string {
  const { cause, ledgerCents, platformCents, unpostedCents, currency, remedies } = difference;
  const money = (cents: number) => formatMoney(cents, currency);
  if (cause === "missing_there") {
    return `A gift card with ${money(ledgerCents)} is created in the shop, under the same code.`;
  }
  if (cause === "redeemed_there") {
    if (truth === "ledger") {
      if (!remedies.includes("platform")) {
        const why =
          ledgerCents > 0 ? "from a card that is disabled here" : "that the card did not hold";
        return `The shop let ${money(unpostedCents)} be spent ${why}. It is the store's loss; no money is moved.`;
      }
      const backCents = Math.min(unpostedCents, ledgerCents);
      return `${money(backCents)} is put back on the gift card in the shop. Nothing is taken from the card here: the ${money(unpostedCents)} is your loss.`;
    }
    const takenCents = Math.min(unpostedCents, ledgerCents);
    const taken =
      takenCents > 0
        ? `${money(takenCents)} is redeemed from the card here, which leaves ${money(ledgerCents - takenCents)}.`
        : "The card is empty here, so nothing can be taken from it.";
    const rest = unpostedCents - takenCents;
    return rest > 0 ? `${taken} The other ${money(rest)} is your loss.` : taken;
  }
  const moreCents = (platformCents ?? 0) - ledgerCents;
  return truth === "ledger"
    ? `${money(moreCents)} is taken from the gift card in the shop, which leaves ${money(ledgerCents)} on it.`
    : `${money(moreCents)} is put on the card here, which makes it ${money(platformCents ?? 0)}. You owe that from then on.`;
}
