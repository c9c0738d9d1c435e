import { and, eq, ne } from "drizzle-orm";
import { db } from "@/lib/db/client/client";
import { platformCards } from "@/lib/db/schema/platforms";
import { unsealCode } from "@/lib/domain/cards/code";
import { kindOf, type PlatformCard, PlatformError } from "./adapter";
import { isInShop, saveLeased } from "./lease";
import { recordBalance } from "./record-balance";
import { MAX_LOOKUPS } from "./sync-policy";
import {
  callShop,
  endRun,
  isFrozen,
  NOTHING_PENDING,
  newReference,
  type SyncRun,
  targetCents,
} from "./sync-run";

const ZERO_BALANCE_REASON =
  "The balance is 0. The card is created in the shop after the next top-up.";
const NOTHING_AVAILABLE_REASON =
  "The whole balance is held. The card is created in the shop when a hold ends.";
const FROZEN_REASON = "The card is frozen. It is created in the shop when you unfreeze it.";
const CODE_TAKEN_REASON = "Another card in the shop already has this code.";
const ID_TAKEN_REASON = "The shop returned the ID of another card.";

/**
 * Creates the card in the shop, or finds the one that an earlier attempt created. Returns whether the shop
 * has the card now. A retry sends the same balance as the lost attempt, so the first balance is known
 * whichever one arrived. Throws PlatformError.
 */
export async function createUnlessThere(run: SyncRun): Promise<boolean> {
  const { leased, card } = run;
  if (leased.platformId !== null) return true;
  const sentCents = leased.pendingCents;
  if (sentCents !== null) {
    const found = await lookUp(run);
    if (found) return await adopt(run, found, sentCents);
  }
  const target = targetCents(run);
  if (target === 0) {
    // The card may still appear in the shop later, with an outdated balance.
    if (sentCents !== null && run.failedTries < MAX_LOOKUPS) throw unlistedError();
    await saveLeased(leased, NOTHING_PENDING);
    if (card.status === "active") await endRun(run, "queued", reasonToWait(run));
    else await endRun(run, "disabled");
    return false;
  }
  return await create(run, sentCents ?? target, sentCents !== null);
}

function reasonToWait({ card, leased }: SyncRun): string {
  if (isFrozen(card)) return FROZEN_REASON;
  return card.balanceCents > leased.unpostedCents ? NOTHING_AVAILABLE_REASON : ZERO_BALANCE_REASON;
}

async function create(run: SyncRun, balanceCents: number, isRetry: boolean): Promise<boolean> {
  const { leased, card } = run;
  if (!isRetry) {
    await saveLeased(leased, { pendingReference: newReference(card), pendingCents: balanceCents });
  }
  const { id: cardId, currency, expiresOn } = card;
  const newCard = { cardId, code: codeOf(run), balanceCents, currency, expiresOn };
  let created: PlatformCard;
  try {
    created = await callShop(run, (adapter) => adapter.create(newCard));
  } catch (error) {
    const kind = kindOf(error);
    // This attempt was not done, but an earlier one may have been.
    if (kind !== null && kind !== "unreachable" && !isRetry)
      await saveLeased(leased, NOTHING_PENDING);
    if (kind === "taken") return await resolveTaken(run, balanceCents, isRetry);
    throw error;
  }
  return await adopt(run, created, balanceCents);
}

/** Finds out whether the taken code is on this card or another one. Returns true if it is this card. */
async function resolveTaken(run: SyncRun, sentCents: number, isRetry: boolean): Promise<boolean> {
  const found = await lookUp(run);
  // Without an earlier attempt, only the shop's balance is known.
  if (found) return await adopt(run, found, isRetry ? sentCents : found.balanceCents);
  if (isRetry && run.failedTries < MAX_LOOKUPS) throw unlistedError();
  await endRun(run, "failed", CODE_TAKEN_REASON);
  return false;
}

const unlistedError = () =>
  new PlatformError("unlisted", "The shop may have created this card but doesn't list it yet.");

async function lookUp(run: SyncRun): Promise<PlatformCard | null> {
  const cardId = run.card.id;
  const found = await callShop(run, (adapter) => adapter.find({ cardId, code: codeOf(run) }));
  return found?.cardId === cardId ? found : null;
}

async function adopt(run: SyncRun, found: PlatformCard, balanceCents: number): Promise<boolean> {
  if (await isAnothers(run, found)) {
    await endRun(run, "failed", ID_TAKEN_REASON);
    return false;
  }
  const { platformId } = found;
  // Saved only together with the balance: otherwise the next run would credit the first balance again.
  run.leased.platformId = platformId;
  run.shown = found;
  const created = { platformId, state: "created", reason: null, ...NOTHING_PENDING } as const;
  await recordBalance(run, found, balanceCents, created);
  return true;
}

/** Whether the id belongs to another of our cards, or the shop's card names another card. */
async function isAnothers({ leased, card }: SyncRun, found: PlatformCard): Promise<boolean> {
  if (found.cardId !== null && found.cardId !== card.id) return true;
  const { merchantId, connectionId: id } = leased;
  const others = and(
    isInShop({ merchantId, id }),
    eq(platformCards.platformId, found.platformId),
    ne(platformCards.cardId, card.id),
  );
  return (await db().$count(platformCards, others)) > 0;
}

/** Shops accept only letters and digits. */
const codeOf = ({ card }: SyncRun): string => unsealCode(card).replaceAll("-", "");
