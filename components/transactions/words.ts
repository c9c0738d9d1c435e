import type { Transaction, TransactionStatus, TransactionType } from "@/components/types";
import type { Tone } from "@/components/ui/chip";

/** Each type in the words of the counter, and whether it adds to the card or takes from it. */
export const movementWords: Record<TransactionType, { word: string; direction: 1 | -1 }> = {
  load: { word: "Loaded", direction: 1 },
  spend: { word: "Redeemed", direction: -1 },
  transfer_in: { word: "Transferred in", direction: 1 },
  transfer_out: { word: "Transferred out", direction: -1 },
  gift_sent: { word: "Gift sent", direction: -1 },
  gift_received: { word: "Gift received", direction: 1 },
};

export const movementStates: Record<TransactionStatus, { word: string; tone: Tone }> = {
  completed: { word: "Completed", tone: "positive" },
  pending: { word: "Pending", tone: "attention" },
  failed: { word: "Failed", tone: "danger" },
};

/** The amount with the sign it has for the card, in minor units. */
export const signedCents = ({ type, amountCents }: Transaction) =>
  movementWords[type].direction * amountCents;
