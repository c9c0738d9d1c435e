import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { db } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { findCard } from "@/lib/domain/cards/find";
import type { Card } from "@/lib/ledger/post/records";
import type { Adapter, PlatformCard } from "./adapter";
import type { ConnectionRow } from "./connection";
import { type LeasedCard, saveLeased } from "./lease";
import { CALL_START_LIMIT_MS } from "./sync-policy";

/** One sync of a leased card. */
export type SyncRun = {
  adapter: Adapter;
  connection: Pick<ConnectionRow, "id" | "merchantId" | "kind" | "currency">;
  leased: LeasedCard;
  /** Read after the lease was taken, so it is never older than the last synced change. */
  card: Card;
  /** The shop's card as the shop last showed it in this run. */
  shown?: PlatformCard;
  /** The number of earlier failed attempts of the job. */
  failedTries: number;
  /** By `performance.now()`. No call starts after this, because the lease might end during the call. */
  callsUntilMs: number;
};

export async function startRun(
  job: Pick<SyncRun, "adapter" | "connection" | "leased" | "failedTries">,
): Promise<SyncRun> {
  const callsUntilMs = performance.now() + CALL_START_LIMIT_MS;
  if (job.leased.syncedSequence === 0) await waitForMovements(job.leased);
  return { ...job, card: await readLedger(job.leased), callsUntilMs };
}

/** Waits for movements that started before the platform card existed, because they queued no job. */
const waitForMovements = ({ merchantId, cardId }: LeasedCard) =>
  db()
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, cardId)))
    .for("no key update");

export async function readLedger({ merchantId, cardId }: LeasedCard): Promise<Card> {
  const card = await findCard(merchantId, cardId);
  if (!card) throw new Error("a platform card without a card");
  return card;
}

/** Calls the shop. Throws if the lease might end before the response. */
export function callShop<T>(run: SyncRun, call: (adapter: Adapter) => Promise<T>): Promise<T> {
  if (performance.now() > run.callsUntilMs) throw new Error("the run has no time for another call");
  return call(run.adapter);
}

/**
 * The balance the shop should show: what can be taken from the card, minus redemptions there that are not in the
 * ledger. Zero while the card is frozen.
 */
export function targetCents({ card, leased }: SyncRun): number {
  if (card.status !== "active" || isFrozen(card)) return 0;
  return Math.max(0, (card.availableCents ?? card.balanceCents) - leased.unpostedCents);
}

export const isFrozen = ({ frozenReason }: Card): boolean => frozenReason != null;

/** Ends the run and records that the platform card is synced up to the change last read. */
export const endRun = (
  { leased, card }: SyncRun,
  state: LeasedCard["state"],
  reason: string | null = null,
): Promise<void> =>
  saveLeased(leased, { state, reason, syncedSequence: card.sequence, leasedUntil: null });

export const NOTHING_PENDING = { pendingReference: null, pendingCents: null };

/** Identifies a change in the shop. Random, because one change here may need several there. */
export const newReference = ({ id, sequence }: Card): string =>
  `${id}:${sequence}:${randomBytes(4).toString("hex")}`;
