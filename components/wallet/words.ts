import { formatMoney } from "@/components/money";
import { wordOf } from "@/components/transactions/words";
import type { Translate } from "@/components/translate";
import type { StateLabel } from "@/components/ui/chip";
import { formatDate } from "@/components/ui/format";
import type { OwnCard, OwnMovement, SentGift } from "./types";

/** Label of why a card can't be spent; null if it can. */
export function stateOf({
  status,
  frozen,
  expired,
  balanceCents,
}: Pick<OwnCard, "status" | "frozen" | "expired" | "balanceCents">) {
  if (status === "disabled") return "Disabled";
  if (status === "inactive") return "Not active yet";
  if (frozen) return "Frozen";
  if (expired) return "Expired";
  return balanceCents === 0 ? "Used up" : null;
}

export const frozenWords = "This card is frozen: it can't be spent for now.";

type Held = { balanceCents: number; availableCents: number; currency: string };

/** Which part of a balance is held for a sale; null if nothing is. */
export const heldWords = ({ balanceCents, availableCents, currency }: Held): string | null =>
  availableCents < balanceCents
    ? `${formatMoney(balanceCents - availableCents, currency)} of it is held for a purchase.`
    : null;

export function expiryOf({ expiresOn, expired }: { expiresOn: string | null; expired?: boolean }) {
  if (!expiresOn) return "Never expires";
  return `${expired ? "Expired on" : "Spend by"} ${formatDate(expiresOn)}`;
}

/** Label of a transaction, for the card's owner. */
export function wordOfMovement(
  t: Translate<"transactions">,
  { type, account, source, returned }: OwnMovement,
): string {
  if (returned) return "Gift came back";
  if (source === "reversal") return "Reversed";
  if (account === "breakage") return "Balance written off";
  const isNamedByMore = type === "load" || source === "replacement";
  return isNamedByMore ? wordOf(t, { type, account, source }) : t(`type.${type}`);
}

/** State label of an unsettled transaction. On a card, only gifts can be pending. */
export const stateOfMovement = ({ status }: OwnMovement): StateLabel | null =>
  status === "pending" ? { word: "Waiting", tone: "attention" } : null;

/** Why a gift was returned. */
export function returnWords({
  status,
  recipientEmail,
}: NonNullable<OwnMovement["returned"]>): string {
  if (status === "declined") return `${recipientEmail} declined it.`;
  if (status === "cancelled") return `You took back what you sent to ${recipientEmail}.`;
  return `${recipientEmail} did not accept it in time.`;
}

const giftStates: Record<SentGift["status"], StateLabel> = {
  pending: { word: "Waiting", tone: "attention" },
  accepted: { word: "Accepted", tone: "positive" },
  declined: { word: "Declined, money back", tone: "neutral" },
  cancelled: { word: "Taken back", tone: "neutral" },
  expired: { word: "Not taken, money back", tone: "neutral" },
};

/** Whether a gift's email is still to be sent. */
export const isScheduled = ({ deliverAt }: SentGift) => Date.parse(deliverAt) > Date.now();

export const giftState = (gift: SentGift): StateLabel =>
  gift.status === "pending" && isScheduled(gift)
    ? { word: "To be sent", tone: "info" }
    : giftStates[gift.status];
