import { and, eq, ne } from "drizzle-orm";
import { openCode } from "../cards/code";
import { db } from "../db/client";
import { platformCards } from "../db/schema/platforms";
import { type PlatformCard, PlatformError } from "./adapter";
import { kindOf } from "./errors";
import { save } from "./lease";
import { ask, type Mirroring, settle, targetCents } from "./mirroring";
import { recordBalance } from "./record-balance";
import { newReference } from "./reference";
import { LOOKUPS } from "./schedule";

const WITHOUT_BALANCE = "The balance is zero: it is created with the next load.";
const TAKEN = "This code is used by another card in the shop.";
const ID_TAKEN = "The shop gave this card the id of another card.";

/**
 * Makes the card on the platform, or finds the one that an earlier try has made: whether there is one
 * now. A try whose reply was lost is repeated with the first balance that was sent, so that whichever
 * of them arrived, its balance is known. Throws PlatformError.
 */
export async function makeUnlessMade(m: Mirroring): Promise<boolean> {
  const { leased, card } = m;
  if (leased.platformId !== null) return true;
  const sentCents = leased.pendingCents;
  if (sentCents !== null) {
    const found = await lookUp(m);
    if (found) return await adopt(m, found, sentCents);
  }
  const target = targetCents(m);
  if (target === 0) {
    // Nobody may find it later, with a balance that is no longer the card's.
    if (sentCents !== null && m.failedTries < LOOKUPS) throw notShown();
    await save(leased, { pendingReference: null, pendingCents: null });
    if (card.status === "active") await settle(m, "queued", WITHOUT_BALANCE);
    else await settle(m, "disabled");
    return false;
  }
  return await make(m, sentCents ?? target, sentCents !== null);
}

async function make(m: Mirroring, balanceCents: number, again: boolean): Promise<boolean> {
  const { leased, card } = m;
  if (!again) {
    await save(leased, { pendingReference: newReference(card), pendingCents: balanceCents });
  }
  const { currency, expiresOn } = card;
  const wanted = { cardId: card.id, code: codeOf(m), balanceCents, currency, expiresOn };
  let made: PlatformCard;
  try {
    made = await ask(m, (adapter) => adapter.create(wanted));
  } catch (error) {
    const kind = kindOf(error);
    // Not done; an earlier try may have been.
    if (kind !== null && kind !== "unreachable" && !again) {
      await save(leased, { pendingReference: null, pendingCents: null });
    }
    if (kind === "taken") return await settleTaken(m, balanceCents, again);
    throw error;
  }
  return await adopt(m, made, balanceCents);
}

/** The code exists: it is this card's, or another's. */
async function settleTaken(m: Mirroring, balanceCents: number, again: boolean): Promise<boolean> {
  const found = await lookUp(m);
  // Without an earlier try of ours nothing is known of it but what it shows.
  if (found) return await adopt(m, found, again ? balanceCents : found.balanceCents);
  if (again && m.failedTries < LOOKUPS) throw notShown();
  // What an earlier try has sent stays known: the card that it made may still be found.
  if (!again) await save(m.leased, { pendingReference: null, pendingCents: null });
  await settle(m, "failed", TAKEN);
  return false;
}

const notShown = () =>
  new PlatformError("unreachable", "The shop may have this card and does not show it yet.");

async function lookUp(m: Mirroring): Promise<PlatformCard | null> {
  const cardId = m.card.id;
  const found = await ask(m, (adapter) => adapter.find({ cardId, code: codeOf(m) }));
  return found?.cardId === cardId ? found : null;
}

async function adopt(m: Mirroring, found: PlatformCard, balanceCents: number): Promise<boolean> {
  if (await isAnothers(m, found)) {
    await settle(m, "failed", ID_TAKEN);
    return false;
  }
  // Known from here on, and written with the balance alone: a card whose first balance is not noted
  // would be given it again.
  m.leased.platformId = found.platformId;
  await recordBalance(m, found, balanceCents, {
    platformId: found.platformId,
    state: "created",
    reason: null,
    pendingReference: null,
    pendingCents: null,
  });
  return true;
}

/** Whether the id is that of another card's mirror, or the answer speaks of another card. */
async function isAnothers({ leased, card }: Mirroring, found: PlatformCard): Promise<boolean> {
  if (found.cardId !== null && found.cardId !== card.id) return true;
  const { merchantId, connectionId } = leased;
  const others = and(
    eq(platformCards.merchantId, merchantId),
    eq(platformCards.connectionId, connectionId),
    eq(platformCards.platformId, found.platformId),
    ne(platformCards.cardId, card.id),
  );
  return (await db().$count(platformCards, others)) > 0;
}

/** As the shop takes it: letters and digits alone. */
const codeOf = ({ card }: Mirroring): string => openCode(card).replaceAll("-", "");
