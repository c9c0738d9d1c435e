import type { PlatformCard } from "./adapter";
import { isPlatformError, kindOf } from "./errors";
import { save } from "./lease";
import { ask, type Mirroring, refresh, settle, targetCents } from "./mirroring";
import { recordBalance } from "./record-balance";
import { newReference } from "./reference";

// Redemptions in the shop may come between, a few times over.
const MAX_ROUNDS = 5;

/**
 * Brings the platform's card to what the ledger's holds now, whatever changes led there; and what was
 * redeemed there into the ledger. With `look` it asks first what the platform shows.
 * Throws PlatformError.
 */
export async function follow(m: Mirroring, look: boolean): Promise<void> {
  if (!(await settlePending(m, look))) return;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await refresh(m);
    if (m.card.status !== "active") return await disable(m);
    const changeCents = targetCents(m) - m.leased.expectedCents;
    // A card that the shop has disabled or lost takes no change: that is a difference to settle.
    const takesChanges = m.leased.seenAs === "enabled";
    if (changeCents === 0 || !takesChanges) return await settle(m, "created");
    if (!(await adjust(m, changeCents))) return;
  }
  // Followed up to what was read last; changes that keep coming have jobs of their own.
  await settle(m, "created");
}

/** Finds out what became of a change whose reply was lost; false when the card is gone. */
async function settlePending(m: Mirroring, look: boolean): Promise<boolean> {
  const { pendingReference: reference, pendingCents, expectedCents } = m.leased;
  if (reference === null && !look) return true;
  // In this order: a change that arrives between the two is not taken for a redemption.
  const before = await read(m);
  if (!before) return false;
  const { platformId } = before;
  const wasMade =
    reference !== null && (await ask(m, (adapter) => adapter.wasAdjusted(platformId, reference)));
  if (!wasMade) {
    await recordBalance(m, before, expectedCents);
    return true;
  }
  const after = await read(m);
  if (!after) return false;
  await recordBalance(m, after, expectedCents + (pendingCents ?? 0), NOTHING_PENDING);
  return true;
}

const NOTHING_PENDING = { pendingReference: null, pendingCents: null };

/** Sends one change; false when the run is over with it. */
async function adjust(m: Mirroring, amountCents: number): Promise<boolean> {
  const { leased, card } = m;
  // The same change is sent under the same name again, for platforms that then make it once.
  const again = leased.pendingCents === amountCents ? leased.pendingReference : null;
  const reference = again ?? newReference(card);
  await save(leased, { pendingReference: reference, pendingCents: amountCents });
  const change = { amountCents, currency: card.currency, reference };
  let after: PlatformCard;
  try {
    after = await ask(m, (adapter) => adapter.adjust(leased.platformId ?? "", change));
  } catch (error) {
    const kind = kindOf(error);
    // Not done; an earlier try may still arrive.
    if (kind !== null && kind !== "unreachable" && again === null) {
      await save(leased, NOTHING_PENDING);
    }
    if (isPlatformError(error) && kind === "refused") return await lookAgain(m, error.reason);
    throw error;
  }
  if (!isOwn(m, after)) {
    await missing(m);
    return false;
  }
  await recordBalance(m, after, leased.expectedCents + amountCents, NOTHING_PENDING);
  return true;
}

/** Why a change was refused: something happened in the shop, or it is to be told to the merchant. */
async function lookAgain(m: Mirroring, reason: string): Promise<boolean> {
  const { expectedCents } = m.leased;
  const found = await read(m);
  if (!found) return false;
  await recordBalance(m, found, expectedCents);
  if (found.balanceCents < expectedCents || !found.enabled) return true;
  await settle(m, "failed", reason);
  return false;
}

/** The card as the platform shows it now; without one, the run is over. */
async function read(m: Mirroring): Promise<PlatformCard | null> {
  const found = await ask(m, (adapter) => adapter.read(m.leased.platformId ?? ""));
  if (found && isOwn(m, found)) return found;
  await missing(m);
  return null;
}

/** A shop that has given an id anew shows another card by it: nothing that this one says is true of ours. */
const isOwn = ({ card }: Mirroring, { cardId }: PlatformCard): boolean =>
  cardId === null || cardId === card.id;

async function missing(m: Mirroring): Promise<void> {
  await save(m.leased, { seenAs: "missing", seenAt: new Date() });
  await settle(m, m.card.status === "active" ? "created" : "disabled");
}

/** First disabled and then read, so that nothing can be redeemed after the look. */
async function disable(m: Mirroring): Promise<void> {
  const refused = m.leased.state === "disabled" ? null : await disableThere(m);
  const found = await read(m);
  if (!found) return;
  await recordBalance(m, found, m.leased.expectedCents, NOTHING_PENDING);
  if (refused !== null && found.enabled) await settle(m, "failed", refused);
  else await settle(m, "disabled");
}

/** The reason when the platform would not. */
async function disableThere(m: Mirroring): Promise<string | null> {
  try {
    await ask(m, (adapter) => adapter.disable(m.leased.platformId ?? ""));
    return null;
  } catch (error) {
    if (isPlatformError(error) && error.kind === "refused") return error.reason;
    throw error;
  }
}
