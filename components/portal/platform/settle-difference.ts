import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import type { Difference, TrustedSide } from "./platform";

/** Labels for the two ways to resolve a difference. */
export const settleOptions = (
  t: Translate<"platform">,
  { cause, remedies }: Difference,
): Record<TrustedSide, string> => ({
  ledger:
    cause === "missing_there"
      ? t("settle.option.createAgain")
      : cause === "redeemed_there" && !remedies.includes("platform")
        ? t("settle.option.acknowledge")
        : t("settle.option.ours"),
  platform: t("settle.option.theirs"),
});

/** The shop's balance in minor units, or null if the shop has no such gift card. */
export const shopCents = ({ cause, platformCents }: Difference): number | null =>
  cause === "missing_there" ? null : platformCents;

/** Shop balance minus ledger balance, in minor units. Negative if the shop has less. */
export const differenceCents = (difference: Difference): number =>
  difference.cause === "redeemed_there"
    ? -difference.unpostedCents
    : (shopCents(difference) ?? 0) - difference.ledgerCents;

/** One sentence on what the chosen resolution does to the balance. */
export function effectOf(
  t: Translate<"platform">,
  difference: Difference,
  truth: TrustedSide,
): string {
  const { cause, ledgerCents, platformCents, currency } = difference;
  const money = (cents: number) => formatMoney(cents, currency);
  if (cause === "missing_there") return t("settle.effect.create", { amount: money(ledgerCents) });
  if (cause === "redeemed_there") {
    return truth === "ledger" ? effectOfRefusing(t, difference) : effectOfRedeeming(t, difference);
  }
  const amount = money((platformCents ?? 0) - ledgerCents);
  return truth === "ledger"
    ? t("settle.effect.deductThere", { amount, balance: money(ledgerCents) })
    : t("settle.effect.addHere", { amount, balance: money(platformCents ?? 0) });
}

/** What happens if the shop's redemption isn't deducted here. */
function effectOfRefusing(t: Translate<"platform">, difference: Difference): string {
  const { ledgerCents, unpostedCents, currency, remedies } = difference;
  const money = (cents: number) => formatMoney(cents, currency);
  if (remedies.includes("platform")) {
    const amount = money(Math.min(unpostedCents, ledgerCents));
    return t("settle.effect.putBack", { amount, loss: money(unpostedCents) });
  }
  const amount = money(unpostedCents);
  return ledgerCents > 0
    ? t("settle.effect.lossDeactivated", { amount })
    : t("settle.effect.lossOverBalance", { amount });
}

/** What happens if the shop's redemption is deducted here, as far as the balance allows. */
function effectOfRedeeming(t: Translate<"platform">, difference: Difference): string {
  const { ledgerCents, unpostedCents, currency } = difference;
  const money = (cents: number) => formatMoney(cents, currency);
  const takenCents = Math.min(unpostedCents, ledgerCents);
  const restCents = unpostedCents - takenCents;
  const balance = money(ledgerCents - takenCents);
  const taken =
    takenCents > 0
      ? t("settle.effect.redeem", { amount: money(takenCents), balance })
      : t("settle.effect.empty");
  return restCents > 0
    ? `${taken} ${t("settle.effect.restLost", { amount: money(restCents) })}`
    : taken;
}
