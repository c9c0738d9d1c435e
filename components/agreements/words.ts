import type { ReplyOf } from "@/components/api";
import type { StateLabel } from "@/components/ui/chip";

export type Agreement = ReplyOf<"/api/portal/agreements">["agreements"][number];

/** The state of an agreement as this store sees it. */
export function stateOf({ status, proposedByMe }: Agreement): StateLabel {
  if (status === "active") return { word: "Active", tone: "positive" };
  if (status === "ended") return { word: "Ended", tone: "neutral" };
  return proposedByMe
    ? { word: "Waiting for them", tone: "info" }
    : { word: "Waiting for you", tone: "attention" };
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

/** What an owner can do with an agreement, with the labels of the menu. */
export function actionsFor(agreement: Agreement): { name: AgreementActionName; label: string }[] {
  const { status, proposedByMe, owedToUsCents } = agreement;
  const end = proposedByMe ? "Withdraw proposal" : "Decline proposal";
  return [
    ...(waitsForMe(agreement) ? [{ name: "accept", label: "Accept proposal" } as const] : []),
    ...(status === "active" || (status === "proposed" && proposedByMe)
      ? [{ name: "limits", label: "Change limits" } as const]
      : []),
    ...(owedToUsCents > 0 ? [{ name: "payment", label: "Record payment" } as const] : []),
    ...(status === "ended"
      ? []
      : [{ name: "end", label: status === "active" ? "End agreement" : end } as const]),
  ];
}
