import type { ReplyOf } from "@/components/api";
import { keysOf, type Movement } from "@/components/types";
import type { StateLabel } from "@/components/ui/chip";

export type ResolvedSearch = ReplyOf<"/api/portal/transactions/resolve", "POST">;

/** Labels a cashier would use, and whether the type adds to the balance or takes from it. */
export const movementWords: Record<Movement["type"], { word: string; direction: 1 | -1 }> = {
  load: { word: "Loaded", direction: 1 },
  spend: { word: "Redeemed", direction: -1 },
  transfer_in: { word: "Transferred in", direction: 1 },
  transfer_out: { word: "Transferred out", direction: -1 },
  gift_sent: { word: "Gift sent", direction: -1 },
  gift_received: { word: "Gift received", direction: 1 },
};
export const transactionTypes = keysOf(movementWords);

export const movementStates: Record<Movement["status"], StateLabel> = {
  completed: { word: "Completed", tone: "positive" },
  pending: { word: "Pending", tone: "attention" },
  failed: { word: "Failed", tone: "neutral" },
};
/** Statuses to filter by. "failed" is left out because a returned gift is a transaction of its own. */
export const transactionStatuses = ["completed", "pending"] as const;

/** Signed amount from the card's point of view, in minor units. */
export const signedCents = ({ type, amountCents }: Pick<Movement, "type" | "amountCents">) =>
  movementWords[type].direction * amountCents;

type Kind = Pick<Movement, "type" | "account"> & Partial<Pick<Movement, "source" | "otherCard">>;

/** The label a cashier would use, from the type and the counter account. */
export function wordOf({ type, account, source, otherCard }: Kind): string {
  if (source === "replacement" && type === "transfer_out") {
    return `Moved to ${otherCard ? `the card ending in ${otherCard.last4}` : "a new card"}`;
  }
  if (source === "replacement" && type === "transfer_in") {
    return `Moved from ${otherCard ? `the card ending in ${otherCard.last4}` : "the old card"}`;
  }
  if (type === "gift_received" && source === "returned") return "Gift came back";
  if (source === "reversal") return "Reversal";
  if (type === "load" && account === "redemption") return "Refund";
  if (account === "store_credit") return "Store credit";
  return account === "breakage" ? "Written off" : movementWords[type].word;
}

/** What a transaction that can be reversed is called in a sentence. */
export function nounOf({ type, account }: Pick<Movement, "type" | "account">): string {
  if (type === "spend") return "redemption";
  if (account === "redemption") return "refund";
  return account === "store_credit" ? "store credit" : "load";
}

const actorKindLabels: Record<string, string> = {
  key: "API key",
  user: "Person",
  consumer: "Customer",
  platform: "Online shop",
};

const sourceLabels = new Map([
  ["platform", "Online shop"],
  ["reversal", "Reversal"],
  ["refund", "Refund"],
  ["top_up", "Top-up"],
  ["replacement", "Card replaced"],
  ["write_off", "Write-off"],
]);

/** Label of a transaction's source. A source named by an API client stays as is. */
export const sourceOf = (source: string): string => sourceLabels.get(source) ?? source;

/** Who made a transaction: the name of a key or person, otherwise the kind of actor. */
export const actorName = ({ id, name }: Movement["actor"]): string =>
  name ?? actorKindLabels[id.split(":")[0] ?? ""] ?? id;
