import type { QueryOf } from "@/components/kit/api/api";
import { keysOf, type Movement } from "@/components/kit/api/types";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import type { StateLabel } from "@/components/kit/ui/chip";

type T = Translate<"transactions">;

/** Whether a type adds to the balance or takes from it. */
const directions: Record<Movement["type"], 1 | -1> = {
  load: 1,
  spend: -1,
  transfer_in: 1,
  transfer_out: -1,
  gift_sent: -1,
  gift_received: 1,
};

export const addsToBalance = (type: Movement["type"]) => directions[type] > 0;

/** Statuses to filter by. "failed" is left out because a returned gift is a transaction of its own. */
export const transactionStatuses = ["completed", "pending"] as const;

type Outcome = Pick<
  Movement,
  "status" | "isReversed" | "refundedCents" | "amountCents" | "currency"
>;

/** What became of a transaction, such as "Reversed"; null if it is completed and nothing of it was returned. */
export function movementOutcome(t: T, movement: Outcome): StateLabel | null {
  const { status, isReversed, refundedCents, amountCents, currency } = movement;
  if (status !== "completed") {
    return { word: t(`status.${status}`), tone: status === "pending" ? "attention" : "neutral" };
  }
  if (isReversed) return { word: t("outcome.reversed"), tone: "neutral" };
  if (refundedCents === 0) return null;
  const word =
    refundedCents < amountCents
      ? t("outcome.partlyRefunded", { amount: formatMoney(refundedCents, currency) })
      : t("outcome.refunded");
  return { word, tone: "neutral" };
}

/** What a refund or a reversal returned, such as "of $12.00"; null for other transactions. */
export const originalInWords = (
  t: T,
  { original, currency }: Pick<Movement, "original" | "currency">,
) => original && t("label.of", { amount: formatMoney(original.amountCents, currency) });

/** Signed amount from the card's point of view, in minor units. */
export const signedCents = ({ type, amountCents }: Pick<Movement, "type" | "amountCents">) =>
  directions[type] * amountCents;

type Kind = Pick<Movement, "type" | "account" | "sequence"> &
  Partial<Pick<Movement, "source" | "otherCard">>;

/** Whether a card's first value was added. Later loads are top-ups. */
const isFirst = ({ sequence }: Pick<Movement, "sequence">) => sequence === 1;

/** The label a cashier would use, from the type and the counter account. */
export function wordOf(t: T, { type, account, sequence, source, otherCard }: Kind): string {
  if (source === "replacement" && type === "transfer_out") {
    return otherCard ? t("label.movedToCard", otherCard) : t("label.movedToNewCard");
  }
  if (source === "replacement" && type === "transfer_in") {
    return otherCard ? t("label.movedFromCard", otherCard) : t("label.movedFromOldCard");
  }
  if (type === "gift_received" && source === "returned") return t("label.giftReturned");
  if (source === "reversal") return t("label.reversal");
  if (type === "load" && account === "redemption") return t("label.refund");
  if (account === "store_credit") return t("label.storeCredit");
  if (account === "imported") return t("label.imported");
  if (account === "breakage") return t("label.writtenOff");
  if (type === "load") return t(isFirst({ sequence }) ? "label.issued" : "label.toppedUp");
  return t(`type.${type}`);
}

type MovementKind = NonNullable<QueryOf<"/api/portal/transactions">["kind"]>;

/** The labels of the list as a filter. The card that a balance moved to or from is left out. */
const kindWords = {
  load: "type.load",
  spend: "type.spend",
  refund: "label.refund",
  reversal: "label.reversal",
  store_credit: "label.storeCredit",
  imported: "label.imported",
  written_off: "label.writtenOff",
  transfer_in: "type.transfer_in",
  transfer_out: "type.transfer_out",
  moved_in: "label.movedFromOldCard",
  moved_out: "label.movedToNewCard",
  gift_sent: "type.gift_sent",
  gift_received: "type.gift_received",
  gift_returned: "label.giftReturned",
} as const satisfies Record<MovementKind, string>;

export const movementKinds = keysOf(kindWords);

export const kindWord = (t: T, kind: MovementKind): string => t(kindWords[kind]);

/** What kind of transaction that can be reversed this is. */
export function reversibleKind({
  type,
  account,
  sequence,
}: Pick<Movement, "type" | "account" | "sequence">) {
  if (type === "spend") return "redemption";
  if (account === "redemption") return "refund";
  if (account === "store_credit") return "storeCredit";
  if (account === "imported") return "imported";
  return isFirst({ sequence }) ? "activation" : "topUp";
}

/** Only these can be reversed, refunded, or be a reversal or refund. */
export const isReturnable = ({ type, account }: Movement) =>
  (type === "load" || type === "spend") && account !== "breakage";

/** The card at the other store of a transfer, such as "to Bakery, card ending in 1234"; null for other movements. */
export const otherEndOf = (t: T, { type, otherEnd }: Pick<Movement, "type" | "otherEnd">) =>
  otherEnd && t(`end.${addsToBalance(type) ? "from" : "to"}`, otherEnd);

const ownSources = [
  "platform",
  "reversal",
  "refund",
  "top_up",
  "replacement",
  "write_off",
] as const;

/** Label of a transaction's source. A source named by an API client stays as is. */
export function sourceOf(t: T, source: string): string {
  const own = ownSources.find((name) => name === source);
  return own ? t(`source.${own}`) : source;
}

const actorKinds = [
  "key",
  "user",
  "cashier",
  "consumer",
  "platform",
  "operator",
  "system",
] as const;

/** Who made a transaction: the name of a key or person, otherwise the kind of actor. */
export function actorName(t: T, { id, name }: Movement["actor"]): string {
  const kind = actorKinds.find((known) => known === id.split(":")[0]);
  return name ?? (kind ? t(`actor.${kind}`) : id);
}
