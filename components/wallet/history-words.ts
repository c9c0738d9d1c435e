import { movementWords, wordOf } from "@/components/transactions/words";
import type { State } from "@/components/ui/chip";
import type { GiftReturn, OwnHistory, OwnMovement } from "./types";

/** What moved, in words for the card's owner. */
export function wordOfMovement({ type, account }: OwnMovement): string {
  if (account === "breakage") return "Expired balance written off";
  return type === "load" ? wordOf({ type, account }) : movementWords[type].word;
}

/** What is not settled, or was undone: of the movements of a card only gifts are. */
export function stateOfMovement({ status }: OwnMovement): State | null {
  if (status === "completed") return null;
  return status === "pending"
    ? { word: "Waiting", tone: "attention" }
    : { word: "Came back", tone: "neutral" };
}

/** Why a gift came back. */
export function returnWords({ status, recipientEmail }: GiftReturn): string {
  if (status === "declined") return `${recipientEmail} declined it.`;
  if (status === "cancelled") return `You took back what you sent to ${recipientEmail}.`;
  return `${recipientEmail} did not accept it in time.`;
}

/**
 * A card's movements (newest first, as the pages hold them) with the gifts that came back in their
 * places. While older movements are still to be loaded, what came back before them waits.
 */
export function entriesOf(
  pages: Pick<OwnHistory, "transactions" | "returns" | "nextCursor">[],
): (OwnMovement | GiftReturn)[] {
  const movements = pages.flatMap(({ transactions }) => transactions);
  const isWhole = pages.at(-1)?.nextCursor === null;
  const oldest = isWhole ? 0 : (movements.at(-1)?.sequence ?? Number.POSITIVE_INFINITY);
  const returns = (pages[0]?.returns ?? []).filter(({ sequence }) => sequence > oldest);
  return [...movements, ...returns].sort((a, b) => b.sequence - a.sequence);
}
