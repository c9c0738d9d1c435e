import type { Adapter } from "./adapter";
import type { ConnectionRow } from "./connection";
import { follow } from "./follow";
import { type CardKey, exists, leaseCard, release } from "./lease";
import { makeUnlessMade } from "./make";
import { beginMirroring, type Mirroring, settle } from "./mirroring";

export type Wanted = {
  adapter: Adapter;
  connection: ConnectionRow;
  cardId: string;
  /** Once the mirror has followed up to this change of the card there is nothing to do. */
  sequence?: number;
  /** Ask what the platform shows, whatever is known of it. */
  look?: boolean;
  failedTries?: number;
};

/** `busy`: another process works on it. `idle`: there was nothing to do. */
export type Synced = "done" | "busy" | "idle";

/**
 * Makes the platform show what the ledger says of a card, and the ledger know what was redeemed
 * there (design, section 7). Driven by state and not by the order of changes, so that it can be cut
 * off anywhere and begun again: each call that may have been made is noted in a commit before it, and
 * no call is made inside one. Throws PlatformError.
 */
export async function syncCard(wanted: Wanted): Promise<Synced> {
  const { adapter, connection, cardId, sequence, look = false, failedTries = 0 } = wanted;
  const key: CardKey = { merchantId: connection.merchantId, connectionId: connection.id, cardId };
  const leased = await leaseCard(key);
  if (!leased) return (await exists(key)) ? "busy" : "idle";
  const isDone = !look && sequence !== undefined && leased.syncedSequence >= sequence;
  // It is the merchant who tries once more; but what may have been made there is still looked for.
  const isOver =
    leased.state === "failed" && leased.platformId === null && leased.pendingReference === null;
  try {
    if (isDone || isOver) return "idle";
    await run(await beginMirroring({ adapter, connection, leased, failedTries }), look);
    return "done";
  } finally {
    await release(leased);
  }
}

async function run(m: Mirroring, look: boolean): Promise<void> {
  const { card, connection } = m;
  if (card.currency !== connection.currency) {
    const reason = `The card is in ${card.currency} and the shop in ${connection.currency}.`;
    return await settle(m, "failed", reason);
  }
  if (await makeUnlessMade(m)) await follow(m, look);
}
