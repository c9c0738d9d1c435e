import type { ApiError } from "@/components/kit/api/api";
import { refusalInWords } from "@/components/kit/api/refusal-words";
import { pageLocale } from "@/components/kit/locale/locale";
import type { Translate } from "@/components/kit/locale/translate";
import { formatMoney } from "@/components/kit/money/money";
import type { Operation } from "./operation";
import type { Receipt, Screen, TillCard } from "./types";
import type { OperationState } from "./use-operation";

type T = Translate<"till">;

export type CardState = "active" | "inactive" | "disabled" | "frozen" | "expired" | "empty";

/** What a card can be used for, in one word. */
export function stateOf({ status, frozen, expired, availableCents }: TillCard): CardState {
  if (status !== "active") return status;
  if (frozen) return "frozen";
  if (expired) return "expired";
  return availableCents === 0 ? "empty" : "active";
}

/** What a movement was, such as "Redeemed". */
export function kindInWords(t: T, { kind, reversedKind, incoming }: Receipt): string {
  if (kind === "load_reversed" && reversedKind === "issued") return t("kinds.sale_reversed");
  if (kind === "load_reversed" && reversedKind === "topped_up") return t("kinds.top_up_reversed");
  return t(`kinds.${kind ?? (incoming ? "added" : "deducted")}`);
}

/** What became of a movement, such as "Reversed"; null if nothing of it was returned. */
export function outcomeInWords(t: T, { reversed, refundedCents, ...receipt }: Receipt) {
  if (reversed) return t("receipt.reversed");
  if (refundedCents === 0) return null;
  const amount = formatMoney(refundedCents, receipt.currency);
  return refundedCents < receipt.amountCents
    ? t("receipt.partlyRefunded", { amount })
    : t("receipt.refunded");
}

/** A receipt's amount with the sign of what it did to the balance. */
export const receiptAmount = ({ amountCents, incoming, currency }: Receipt): string =>
  formatMoney(incoming ? amountCents : -amountCents, currency, true);

/** What an operation is going to do. */
export function operationInWords(t: T, { kind, amountCents, currency, card }: Operation): string {
  const amount = formatMoney(amountCents, currency);
  return t(`operation.words.${kind}`, { amount, last4: card?.last4 ?? "" });
}

/** What happened, for people who can't see the result. */
function resultInWords(t: T, receipt: Receipt): string {
  const money = (cents: number) => formatMoney(cents, receipt.currency);
  const words = {
    what: kindInWords(t, receipt),
    amount: money(receipt.amountCents),
    balance: money(receipt.balanceAfterCents),
  };
  return receipt.remainingAmountCents
    ? t("done.announcedRest", { ...words, rest: money(receipt.remainingAmountCents) })
    : t("done.announced", words);
}

type ExceededLimit = {
  holder?: "cashier" | "device";
  limit?: "per_movement" | "per_day";
  direction?: "in" | "out";
  currency?: string;
  remainingCents?: number;
};

/** Why the server refused, with the way out. */
export function errorInWords(t: T, tCommon: Translate<"common">, error: ApiError): string {
  if (error.code === "not_stored") return t("operation.storage");
  const { holder, limit, direction, currency, remainingCents }: ExceededLimit = error.details;
  if (error.code === "key_limit_exceeded" && limit && direction && currency) {
    const amount = formatMoney(remainingCents ?? 0, currency);
    return t(`refusals.${holder ?? "cashier"}.${limit}.${direction}`, { amount });
  }
  if (error.code === "key_limit_exceeded") return t("refusals.limit");
  return refusalInWords(tCommon, error);
}

/** A moment in the store's time zone. */
export const momentInWords = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(pageLocale(), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(new Date(at));

/** What a screen reader says when the screen changes: what was found, and what happened. */
export function announcementOf(t: T, screen: Screen, state: OperationState | null): string {
  if (state?.phase === "completed") return resultInWords(t, state.receipt);
  if (state?.phase === "unknown") return t("operation.unknown.title");
  if (state?.phase === "refused") return t("operation.refused.title");
  if (state?.phase === "cancelled") return t("operation.cancelled.title");
  if (state) return t(state.phase === "sending" ? "operation.sending" : "operation.cancelling");
  if (screen.at !== "card") return "";
  const { card } = screen.found;
  return t("card.found", {
    last4: card.last4,
    state: t(`card.states.${stateOf(card)}`),
    balance: formatMoney(card.balanceCents, card.currency),
  });
}
