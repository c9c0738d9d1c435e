import { formatDate } from "@/components/kit/locale/days";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import type { StateLabel } from "@/components/kit/ui/chip";
import type { OwnCard, OwnMovement, SentGift } from "./types";

type T = Translate<"wallet">;

/** Why a card can't be spent; null if it can. */
export function stateOf({
  status,
  frozen,
  expired,
  balanceCents,
}: Pick<OwnCard, "status" | "frozen" | "expired" | "balanceCents">) {
  if (status !== "active") return status;
  if (frozen) return "frozen";
  if (expired) return "expired";
  return balanceCents === 0 ? "usedUp" : null;
}

/** Whether a card is of no use to its customer until the store tops it up: used up, expired or deactivated. */
export function isPast(card: OwnCard): boolean {
  const state = stateOf(card);
  return state === "usedUp" || state === "expired" || state === "disabled";
}

type Held = { balanceCents: number; availableCents: number; currency: string };

/** Which part of a balance is held for a sale; null if nothing is. */
export const heldWords = (t: T, { balanceCents, availableCents, currency }: Held): string | null =>
  availableCents < balanceCents
    ? t("card.held", { amount: formatMoney(balanceCents - availableCents, currency) })
    : null;

type Expiry = { expiresOn: string | null; expired?: boolean };

export function expiryOf(t: T, { expiresOn, expired }: Expiry): string {
  if (!expiresOn) return t("card.neverExpires");
  return t(expired ? "card.expired" : "card.expires", { date: formatDate(expiresOn) });
}

/** A person by the name that someone gave them, and by their email. */
export const personOf = (t: T, name: string | null, email: string): string =>
  name ? t("gift.named", { name, email }) : email;

/** Label of a transaction, for the card's owner. */
export function wordOfMovement(t: T, movement: OwnMovement): string {
  const { type, account, source, sequence, returned } = movement;
  if (returned) return t("movements.returned");
  if (source === "reversal") return t("movements.reversal");
  if (account === "breakage") return t("movements.writtenOff");
  if (source === "replacement" && type === "transfer_in") return t("movements.movedIn");
  if (source === "replacement" && type === "transfer_out") return t("movements.movedOut");
  if (type === "load" && account === "redemption") return t("movements.refund");
  if (type === "load" && account === "store_credit") return t("movements.storeCredit");
  if (type !== "load") return t(`movements.${type}`);
  if (account === "imported") return t("movements.imported");
  return t(sequence === 1 ? "movements.issued" : "movements.toppedUp");
}

/** State label of an unsettled transaction. On a card, only gifts can be pending. */
export const stateOfMovement = (t: T, { status }: OwnMovement): StateLabel | null =>
  status === "pending" ? { word: t("movements.pending"), tone: "attention" } : null;

/** Why a gift was returned. */
export const returnWords = (
  t: T,
  { status, recipientEmail: email }: NonNullable<OwnMovement["returned"]>,
): string => {
  const because = status === "declined" || status === "cancelled" ? status : "expired";
  return t(`movements.returnedBecause.${because}`, { email });
};

const giftTones: Record<SentGift["status"], StateLabel["tone"]> = {
  pending: "attention",
  accepted: "positive",
  declined: "neutral",
  cancelled: "neutral",
  expired: "neutral",
};

/** Whether a gift's email is still to be sent. */
export const isScheduled = ({ deliverAt }: SentGift) => Date.parse(deliverAt) > Date.now();

export const giftState = (t: T, gift: SentGift): StateLabel =>
  gift.status === "pending" && isScheduled(gift)
    ? { word: t("gifts.states.scheduled"), tone: "info" }
    : { word: t(`gifts.states.${gift.status}`), tone: giftTones[gift.status] };
