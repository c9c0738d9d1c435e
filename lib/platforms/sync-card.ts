import type { Adapter } from "./adapter";
import type { ConnectionRow } from "./connection";
import { createUnlessThere } from "./create-platform-card";
import { type CardKey, exists, leaseCard, release } from "./lease";
import { syncBalance } from "./sync-balance";
import { endRun, type SyncRun, startRun } from "./sync-run";

type Wanted = {
  adapter: Adapter;
  connection: ConnectionRow;
  cardId: string;
  /** There is nothing to do once the shop's card is synced to this change. */
  sequence?: number;
  /** Ask what the shop shows even when nothing changed here. */
  look?: boolean;
  failedTries?: number;
};

/** `busy`: another process syncs it. `idle`: there was nothing to do. */
type Synced = "done" | "busy" | "idle";

/**
 * Makes the shop show the ledger's balance of a card, and takes what was redeemed there from the card
 * (design, section 7). It depends on state only, not on the order of jobs, so that it can stop anywhere
 * and start again: each call is noted in a commit before it, and none is made inside one. Throws
 * PlatformError.
 */
export async function syncCard(wanted: Wanted): Promise<Synced> {
  const { adapter, connection, cardId, sequence, look = false, failedTries = 0 } = wanted;
  const key: CardKey = { merchantId: connection.merchantId, connectionId: connection.id, cardId };
  const leased = await leaseCard(key);
  if (!leased) return (await exists(key)) ? "busy" : "idle";
  const isDone = !look && sequence !== undefined && leased.syncedSequence >= sequence;
  // Only the merchant retries a failed card; but one that may have been created is still looked for.
  const isOver =
    leased.state === "failed" && leased.platformId === null && leased.pendingReference === null;
  try {
    if (isDone || isOver) return "idle";
    await sync(await startRun({ adapter, connection, leased, failedTries }), look);
    return "done";
  } finally {
    await release(leased);
  }
}

async function sync(run: SyncRun, look: boolean): Promise<void> {
  const { card, connection } = run;
  if (card.currency !== connection.currency) {
    const reason = `The card is in ${card.currency} and the shop in ${connection.currency}.`;
    return await endRun(run, "failed", reason);
  }
  if (await createUnlessThere(run)) await syncBalance(run, look);
}
