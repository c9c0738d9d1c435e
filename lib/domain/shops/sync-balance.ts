import { isPlatformError, kindOf, type PlatformCard } from "./adapter";
import { saveLeased } from "./lease";
import { recordBalance } from "./record-balance";
import {
  callShop,
  endRun,
  NOTHING_PENDING,
  newReference,
  readLedger,
  type SyncRun,
  targetCents,
} from "./sync-run";

// Each redemption in the shop that comes in between needs another round.
const MAX_ROUNDS = 5;

/** Updates the shop's card and records redemptions there. `look` always reads it. Throws PlatformError. */
export async function syncBalance(run: SyncRun, look: boolean): Promise<void> {
  if (!(await resolvePending(run, look))) return;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    run.card = await readLedger(run.leased);
    if (run.card.status !== "active") return await disable(run);
    const changeCents = targetCents(run) - run.leased.expectedCents;
    // A card that the shop disabled or lost can't be changed. The merchant settles that difference.
    const takesChanges = run.leased.seenAs === "enabled";
    if (changeCents === 0 || !takesChanges) {
      await syncExpiry(run);
      return await endRun(run, "created");
    }
    if (!(await adjust(run, changeCents))) return;
  }
  // Further changes have their own jobs.
  await endRun(run, "created");
}

/** Sets the card's expiration date in a shop that showed another one. */
async function syncExpiry(run: SyncRun): Promise<void> {
  const { shown, card } = run;
  const expiresOn = card.expiresOn ?? null;
  if (!shown?.enabled || shown.expiresOn === undefined || shown.expiresOn === expiresOn) return;
  await callShop(run, (adapter) => adapter.setExpiry(shown.platformId, expiresOn));
}

/** Finds out whether a change with a lost response arrived. Returns false if the card is gone. */
async function resolvePending(run: SyncRun, look: boolean): Promise<boolean> {
  const { pendingReference: reference, pendingCents, expectedCents } = run.leased;
  if (reference === null && !look) return true;
  // In this order, so that a change that arrives between the two calls doesn't look like a redemption.
  const before = await read(run);
  if (!before) return false;
  const { platformId } = before;
  const wasMade =
    reference !== null &&
    (await callShop(run, (adapter) => adapter.wasAdjusted(platformId, reference)));
  if (!wasMade) {
    await recordBalance(run, before, expectedCents);
    return true;
  }
  const after = await read(run);
  if (!after) return false;
  await recordBalance(run, after, expectedCents + (pendingCents ?? 0), NOTHING_PENDING);
  return true;
}

/** Sends one change. Returns false if the run is over. */
async function adjust(run: SyncRun, amountCents: number): Promise<boolean> {
  const { leased, card } = run;
  // A retry keeps its reference, so that shops can recognize the duplicate.
  const retried = leased.pendingCents === amountCents ? leased.pendingReference : null;
  const reference = retried ?? newReference(card);
  await saveLeased(leased, { pendingReference: reference, pendingCents: amountCents });
  const change = { amountCents, currency: card.currency, reference };
  let after: PlatformCard;
  try {
    after = await callShop(run, (adapter) => adapter.adjust(leased.platformId ?? "", change));
  } catch (error) {
    const kind = kindOf(error);
    // The shop did not apply this change. After a retry it stays pending, because the first attempt may
    // still arrive.
    if (kind !== null && kind !== "unreachable" && !retried)
      await saveLeased(leased, NOTHING_PENDING);
    if (isPlatformError(error) && kind === "refused") return await lookAgain(run, error.reason);
    throw error;
  }
  if (!isOwn(run, after)) {
    await recordMissing(run);
    return false;
  }
  run.shown = after;
  await recordBalance(run, after, leased.expectedCents + amountCents, NOTHING_PENDING);
  return true;
}

/** Handles a refused change. Returns true if the shop's card has changed, which makes a retry useful. */
async function lookAgain(run: SyncRun, reason: string): Promise<boolean> {
  const { expectedCents } = run.leased;
  const found = await read(run);
  if (!found) return false;
  await recordBalance(run, found, expectedCents);
  if (found.balanceCents < expectedCents || !found.enabled) return true;
  await endRun(run, "failed", reason);
  return false;
}

/** Reads the shop's card. If it is gone, ends the run and returns null. */
async function read(run: SyncRun): Promise<PlatformCard | null> {
  const found = await callShop(run, (adapter) => adapter.read(run.leased.platformId ?? ""));
  if (found && isOwn(run, found)) {
    run.shown = found;
    return found;
  }
  await recordMissing(run);
  return null;
}

/** False if the shop reused the id for another card, which says nothing about this one. */
const isOwn = ({ card }: SyncRun, { cardId }: PlatformCard): boolean =>
  cardId === null || cardId === card.id;

async function recordMissing(run: SyncRun): Promise<void> {
  await saveLeased(run.leased, { seenAs: "missing", seenAt: new Date() });
  await endRun(run, run.card.status === "active" ? "created" : "disabled");
}

/** Disables the card before reading it, so that nothing can be redeemed after the read. */
async function disable(run: SyncRun): Promise<void> {
  let refusal: string | null = null;
  try {
    if (run.leased.state !== "disabled") {
      await callShop(run, (adapter) => adapter.disable(run.leased.platformId ?? ""));
    }
  } catch (error) {
    if (!isPlatformError(error) || error.kind !== "refused") throw error;
    refusal = error.reason;
  }
  const found = await read(run);
  if (!found) return;
  await recordBalance(run, found, run.leased.expectedCents, NOTHING_PENDING);
  if (refusal !== null && found.enabled) await endRun(run, "failed", refusal);
  else await endRun(run, "disabled");
}
