import type { ReplyOf } from "@/components/api";
import type { Movement } from "@/components/types";

export type CardChange = ReplyOf<"/api/portal/cards/{uuid}/changes">["changes"][number];

export type CardMovement = Movement;

/** What happened to a card: money moved, or something else changed. */
export type Entry =
  | { id: string; createdAt: string; movement: CardMovement }
  | { id: string; createdAt: string; change: CardChange };

/**
 * Movements (newest first, in the order of their balances) with the changes in their places. While
 * older movements are still to be loaded (`more`), changes from before the last one here wait.
 */
export function entriesOf(
  movements: CardMovement[],
  changes: CardChange[],
  more: boolean,
): Entry[] {
  const waiting = changes.map(
    (change): Entry => ({ id: change.what, createdAt: change.createdAt, change }),
  );
  const entries: Entry[] = [];
  for (const movement of movements) {
    while (isLater(waiting.at(-1), movement)) entries.push(...waiting.splice(-1));
    entries.push({ id: movement.id, createdAt: movement.createdAt, movement });
  }
  return more ? entries : [...entries, ...waiting.reverse()];
}

// By their places where both have one. A card is made before anything moves on it, whatever two
// clocks say.
function isLater(entry: Entry | undefined, movement: CardMovement): boolean {
  if (!entry || !("change" in entry) || entry.change.what === "created") return false;
  const { sequence, createdAt } = entry.change;
  return sequence === null
    ? Date.parse(createdAt) >= Date.parse(movement.createdAt)
    : sequence > movement.sequence;
}
