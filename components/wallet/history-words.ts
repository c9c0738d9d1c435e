import { movementWords, wordOf } from "@/components/transactions/words";
import type { State } from "@/components/ui/chip";
import type { OwnMovement } from "./types";

/** Label of a transaction, for the card's owner. */
export function wordOfMovement({ type, account, returned }: OwnMovement): string {
  if (returned) return "Gift came back";
  if (account === "breakage") return "Expired balance written off";
  return type === "load" ? wordOf({ type, account }) : movementWords[type].word;
}

/** State label of an unsettled transaction. On a card, only gifts can be pending. */
export const stateOfMovement = ({ status }: OwnMovement): State | null =>
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
