import type { Adapter } from "./adapter";
import type { ConnectionRow } from "./connection";
import { createUnlessThere } from "./create-platform-card";
import { leaseCard, type PlatformCardKey, platformCardExists, release } from "./lease";
import { syncBalance } from "./sync-balance";
import { endRun, type SyncRun, startRun } from "./sync-run";

type SyncRequest = {
  adapter: Adapter;
  connection: ConnectionRow;
  cardId: string;
  /** The change to sync. Nothing is done if the shop's card is already up to date with it. */
  sequence?: number | undefined;
  /** Read the shop's card even if nothing changed in the ledger. */
  look?: boolean;
  failedTries?: number;
};

/** `busy`: another process is syncing the card. `idle`: there was nothing to do. */
type SyncResult = "done" | "busy" | "idle";

/**
 * Updates the shop's card to the ledger's balance, and deducts what was redeemed there (design, section
 * 7). It depends only on stored state, not on the order of jobs, so it can stop anywhere and start again.
 * Each call is recorded in a commit before it is sent, and no transaction is open during it. Throws
 * PlatformError.
 */
export async function syncCard(request: SyncRequest): Promise<SyncResult> {
  const { adapter, connection, cardId, sequence, look = false, failedTries = 0 } = request;
  const key: PlatformCardKey = {
    merchantId: connection.merchantId,
    connectionId: connection.id,
    cardId,
  };
  const leased = await leaseCard(key);
  if (!leased) return (await platformCardExists(key)) ? "busy" : "idle";
  const isDone = !look && sequence !== undefined && leased.syncedSequence >= sequence;
  // Only the merchant retries a failed card. But keep looking for one that may have been created.
  const isOver =
    leased.state === "failed" && leased.platformId === null && leased.pendingReference === null;
  try {
    if (isDone || isOver) return "idle";
    // After a failure, what the shop shows may not be what was last seen.
    await sync(
      await startRun({ adapter, connection, leased, failedTries }),
      look || failedTries > 0,
    );
    return "done";
  } finally {
    await release(leased);
  }
}

async function sync(run: SyncRun, look: boolean): Promise<void> {
  const { card, connection } = run;
  if (card.currency !== connection.currency) {
    const reason = `The card's currency is ${card.currency}, but the shop's is ${connection.currency}.`;
    return await endRun(run, "failed", reason);
  }
  if (await createUnlessThere(run)) await syncBalance(run, look);
}
