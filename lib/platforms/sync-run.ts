import { and, eq } from "drizzle-orm";
import { findCard } from "../cards/find";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import type { Card } from "../ledger/records";
import type { Adapter } from "./adapter";
import type { ConnectionRow } from "./connection";
import { type Leased, save } from "./lease";
import { CALLS_MS } from "./schedule";

/** One run over a leased platform card. */
export type Mirroring = {
  adapter: Adapter;
  connection: Pick<ConnectionRow, "id" | "merchantId" | "kind" | "currency">;
  leased: Leased;
  /** As the ledger had it after the lease was taken: never older than what is known of its mirror. */
  card: Card;
  /** Tries of the job that failed before this run. */
  failedTries: number;
  /** By `performance.now()`. Past it no call begins, since the lease might end before it. */
  callsUntilMs: number;
};

export async function beginMirroring(
  given: Pick<Mirroring, "adapter" | "connection" | "leased" | "failedTries">,
): Promise<Mirroring> {
  const callsUntilMs = performance.now() + CALLS_MS;
  if (given.leased.syncedSequence === 0) await movementsUnderWay(given.leased);
  return { ...given, card: await cardOf(given.leased), callsUntilMs };
}

/**
 * Waits for a change of the card that began before the card was to be mirrored, and so queued nothing:
 * it is read here; one that begins later queues its own.
 */
const movementsUnderWay = ({ merchantId, cardId }: Leased) =>
  db()
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)))
    .for("no key update");

/** Reads the card anew. */
export async function refresh(m: Mirroring): Promise<void> {
  m.card = await cardOf(m.leased);
}

async function cardOf({ merchantId, cardId }: Leased): Promise<Card> {
  const card = await findCard(merchantId, cardId);
  if (!card) throw new Error("a platform card without a card");
  return card;
}

/** Asks the platform, as long as the lease is sure to outlast the answer. */
export function ask<T>(m: Mirroring, call: (adapter: Adapter) => Promise<T>): Promise<T> {
  if (performance.now() > m.callsUntilMs) throw new Error("the run has no time for another call");
  return call(m.adapter);
}

/**
 * What the platform should show, in minor units: the balance, without what was redeemed there and
 * could not be taken from the card. Nothing for a card that is disabled.
 */
export const targetCents = ({ card, leased }: Mirroring): number =>
  card.status === "active" ? Math.max(0, card.balanceCents - leased.unpostedCents) : 0;

/** Ends the run: the mirror follows the card up to its change that was read last. */
export const settle = (
  { leased, card }: Mirroring,
  state: Leased["state"],
  reason: string | null = null,
): Promise<void> =>
  save(leased, { state, reason, syncedSequence: card.sequence, leasedUntil: null });
