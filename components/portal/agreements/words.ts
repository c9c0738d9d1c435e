import type { ReplyOf } from "@/components/kit/api/api";
import type { Translate } from "@/components/kit/locale/translate";
import type { StateLabel } from "@/components/kit/ui/chip";

export type Agreement = ReplyOf<"/api/portal/agreements">["agreements"][number];

/** The state of an agreement as this store sees it. */
export function stateOf(
  t: Translate<"agreements">,
  { status, proposedByMe }: Agreement,
): StateLabel {
  if (status === "active") return { word: t("status.active"), tone: "positive" };
  if (status === "ended") return { word: t("status.ended"), tone: "neutral" };
  return proposedByMe
    ? { word: t("status.proposedByMe"), tone: "info" }
    : { word: t("status.proposedByThem"), tone: "attention" };
}

type Limits = Pick<Agreement, "currency" | "maxUnsettledCents" | "otherLimits">;

/**
 * The limits on unsettled amounts, in minor units: `cents` is the lower of both stores' limits. If the other
 * store's is in another currency, `cents` is this store's and `otherCents` is the other's.
 */
export function unsettledLimitsOf({ currency, maxUnsettledCents, otherLimits }: Limits) {
  const otherCents = otherLimits.maxUnsettledCents;
  if (otherLimits.currency !== currency) return { cents: maxUnsettledCents, otherCents };
  const set = [maxUnsettledCents, otherCents].filter((cents) => cents !== null);
  return { cents: set.length > 0 ? Math.min(...set) : null, otherCents: null };
}

export type AgreementActionName = "accept" | "limits" | "payment" | "end";

const waitsForMe = ({ status, proposedByMe }: Agreement) => status === "proposed" && !proposedByMe;

/** How an owner ends an agreement or a proposal: a key of `action`. */
export const endingOf = ({ status, proposedByMe }: Agreement): "end" | "withdraw" | "decline" =>
  status === "active" ? "end" : proposedByMe ? "withdraw" : "decline";

/** What an owner can do with an agreement, with the labels of the menu. */
export function actionsFor(
  t: Translate<"agreements">,
  agreement: Agreement,
): { name: AgreementActionName; label: string }[] {
  const { status, proposedByMe, owedToUsCents } = agreement;
  const hasLimits = status === "active" || (status === "proposed" && proposedByMe);
  return [
    ...(waitsForMe(agreement) ? [{ name: "accept", label: t("action.accept") } as const] : []),
    ...(hasLimits ? [{ name: "limits", label: t("action.limits") } as const] : []),
    ...(owedToUsCents > 0 ? [{ name: "payment", label: t("action.payment") } as const] : []),
    ...(status === "ended"
      ? []
      : [{ name: "end", label: t(`action.${endingOf(agreement)}`) } as const]),
  ];
}
