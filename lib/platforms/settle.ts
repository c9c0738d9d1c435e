import { sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { disable } from "../cards/disable";
import { lockCard } from "../cards/find";
import { MOVEMENTS } from "../cards/movements";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { platformCards } from "../db/schema/platforms";
import { invalid, Refusal } from "../errors";
import { moveWithin } from "../ledger/move";
import { operation } from "../ledger/operation";
import type { Card } from "../ledger/records";
import { type ConnectionRow, findConnection } from "./connection";
import { type Cause, differenceOf } from "./differences";
import { type Changes, isPlatformCard, type Leased } from "./lease";
import { queueJobs } from "./queue";
import { REDEMPTION, referenceOf } from "./record-balance";

export type Settlement = { cardId: string; truth: "ledger" | "platform" };
type Settled = { cardId: string };

/** What a settlement writes of the platform's card, and in minor units what it took from the ledger's or put on it. */
type Effect = { changes: Changes; movedCents?: number };

/**
 * Settles a difference: makes the platform follow the ledger again, or the ledger take over what
 * happened on the platform. Refuses: not_found, platform_not_connected, card_not_active,
 * balance_limit_exceeded, invalid_request (nothing differs, or not to be settled so), and unavailable
 * while the card is being mirrored.
 */
export async function settleDifference(ctx: Ctx, settlement: Settlement): Promise<Settled> {
  const { cardId, truth } = settlement;
  const connection = await findConnection(ctx.merchantId);
  if (!connection) throw new Refusal("platform_not_connected");
  const difference = await differenceOf(connection, cardId);
  if (difference?.cause === "disabled_there" && truth === "platform") {
    await disable(ctx, { cardId });
    return { cardId };
  }
  return await operation(ctx, (tx) => settleIn(ctx, tx, connection, settlement));
}

async function settleIn(
  ctx: Ctx,
  tx: Tx,
  connection: ConnectionRow,
  { cardId, truth }: Settlement,
): Promise<Settled> {
  const { merchantId } = ctx;
  const key = { merchantId, connectionId: connection.id, cardId };
  const card = await lockCard(tx, merchantId, cardId);
  if (!card) throw new Refusal("not_found");
  const [row] = await tx
    .select({
      mirror: platformCards,
      isBusy: sql<boolean>`coalesce(${platformCards.leasedUntil} > clock_timestamp(), false)`,
    })
    .from(platformCards)
    .where(isPlatformCard(key))
    .for("update");
  if (row?.isBusy) throw new Refusal("unavailable");
  const difference = await differenceOf(connection, cardId, tx);
  if (!row || !difference) throw invalid("cardUuid", "shows the same balance on both sides");
  const { cause, remedies } = difference;
  if (!remedies.includes(truth)) {
    throw invalid("truth", "does not settle this difference");
  }
  const given = { ctx, tx, card, connection, mirror: row.mirror, cause };
  const { changes, movedCents = 0 } = await EFFECTS[truth](given);
  await tx
    .update(platformCards)
    .set({ ...changes, syncedSequence: 0, updatedAt: sql`clock_timestamp()` })
    .where(isPlatformCard(key));
  await queueJobs(tx, merchantId, [{ cardId, sequence: card.sequence }]);
  ctx.reply.deliveries++;
  const { ledgerCents, platformCents, unpostedCents } = difference;
  await audit(tx, authorOf(ctx), {
    action: "card.difference_settled",
    subjectId: cardId,
    details: {
      cause,
      truth,
      currency: card.currency,
      ledgerCents,
      platformCents,
      unpostedCents,
      movedCents,
    },
  });
  return { cardId };
}

type Given = {
  ctx: Ctx;
  tx: Tx;
  card: Card;
  connection: ConnectionRow;
  mirror: Omit<Leased, "lease">;
  cause: Cause;
};
type Work = (given: Given) => Promise<Effect>;

/** The platform is made to show what the ledger holds. */
const byLedger: Work = async ({ mirror, cause }) => {
  if (cause === "redeemed_there") return { changes: { unpostedCents: 0 } };
  if (cause === "credited_there") {
    return { changes: { expectedCents: mirror.seenCents ?? mirror.expectedCents } };
  }
  // It is gone there, and made anew.
  return {
    changes: {
      platformId: null,
      state: "queued",
      reason: null,
      expectedCents: 0,
      pendingReference: null,
      pendingCents: null,
      seenCents: null,
      seenAs: null,
      seenAt: null,
    },
  };
};

/** The ledger takes over what was spent, or given, on the platform. */
const byPlatform: Work = async ({ ctx, tx, card, connection, mirror, cause }) => {
  const referenceId = referenceOf({ connection, leased: mirror });
  if (cause === "redeemed_there") {
    const amountCents = Math.min(mirror.unpostedCents, card.balanceCents);
    // Whoever settles decides, though the card has expired.
    const spend = {
      ...REDEMPTION,
      refusesExpired: false,
      cardId: card.id,
      amountCents,
      referenceId,
    };
    if (amountCents > 0) await moveWithin(ctx, tx, spend);
    return { changes: { unpostedCents: 0 }, movedCents: -amountCents };
  }
  const seenCents = mirror.seenCents ?? mirror.expectedCents;
  const amountCents = seenCents - mirror.expectedCents;
  const credit = { ...MOVEMENTS.topUp, source: "platform", cardId: card.id };
  await moveWithin(ctx, tx, { ...credit, amountCents, referenceId });
  return { changes: { expectedCents: seenCents }, movedCents: amountCents };
};

const EFFECTS: Record<Settlement["truth"], Work> = { ledger: byLedger, platform: byPlatform };
