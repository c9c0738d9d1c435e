import { sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, invalidField, Refusal } from "@/lib/base/errors";
import type { Tx } from "@/lib/db/client/client";
import { platformCards } from "@/lib/db/schema/platforms";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { disable } from "@/lib/domain/cards/disable";
import { lockCard } from "@/lib/domain/cards/find";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { readAvailable } from "@/lib/ledger/post/available";
import { lockLatestCard } from "@/lib/ledger/post/lock-cards";
import { moveOne } from "@/lib/ledger/post/move";
import { operation } from "@/lib/ledger/post/operation";
import type { Card } from "@/lib/ledger/post/records";
import { type ConnectionRow, requireConnection } from "./connection";
import { type Cause, differenceOf } from "./differences";
import { isPlatformCard, type LeasedCard, type PlatformCardUpdate } from "./lease";
import { queueJobs } from "./queue";
import { PLATFORM_REDEMPTION_POLICY, referenceOf } from "./record-balance";
import { NOTHING_PENDING } from "./sync-run";

export type Settlement = { cardId: string; truth: "ledger" | "platform" };

/** What a settlement changes: the platform card, and the ledger's balance by `movedCents`, in minor units. */
type Effect = { changes: PlatformCardUpdate; movedCents?: number };

/**
 * Settles a difference: the shop takes the ledger's balance, or the ledger takes the shop's. Refuses:
 * not_found, platform_not_connected, card_not_active, card_frozen, balance_limit_exceeded, invalid_request (no
 * difference, or not settled this way), and unavailable while the card is being synced.
 */
export async function settleDifference(
  ctx: Ctx,
  settlement: Settlement,
): Promise<{ cardId: string }> {
  requireScope(ctx, "store:manage");
  const { cardId, truth } = settlement;
  const connection = await requireConnection(ctx.merchantId);
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
): Promise<{ cardId: string }> {
  const { merchantId } = ctx;
  const key = { merchantId, connectionId: connection.id, cardId };
  const card = found(await lockCard(tx, merchantId, cardId));
  const [row] = await tx
    .select({
      platformCard: platformCards,
      isBusy: sql<boolean>`coalesce(${platformCards.leasedUntil} > statement_timestamp(), false)`,
    })
    .from(platformCards)
    .where(isPlatformCard(key))
    .for("update");
  if (row?.isBusy) throw new Refusal("unavailable");
  const difference = await differenceOf(connection, cardId, tx);
  if (!row || !difference)
    throw invalidField("cardUuid", "has the same balance in the ledger and in the shop");
  const { cause, remedies } = difference;
  if (!remedies.includes(truth)) throw invalidField("truth", "can't resolve this difference");
  const input = { ctx, tx, card, connection, platformCard: row.platformCard, cause };
  const { changes, movedCents = 0 } = await (truth === "ledger"
    ? keepLedger(input)
    : keepPlatform(input));
  await tx
    .update(platformCards)
    .set({ ...changes, syncedSequence: 0, updatedAt: sql`statement_timestamp()` })
    .where(isPlatformCard(key));
  await queueJobs(tx, merchantId, [{ cardId, sequence: card.sequence }]);
  ctx.reply.queuedWork = true;
  const { ledgerCents, platformCents, unpostedCents } = difference;
  const amounts = { ledgerCents, platformCents, unpostedCents, movedCents };
  await audit(tx, authorOf(ctx), {
    action: "card.difference_settled",
    subjectId: cardId,
    details: { cause, truth, currency: card.currency, ...amounts },
  });
  return { cardId };
}

type SettlementInput = {
  ctx: Ctx;
  tx: Tx;
  card: Card;
  connection: ConnectionRow;
  platformCard: Omit<LeasedCard, "lease">;
  cause: Cause;
};

/** The shop takes the ledger's balance. */
function keepLedger({ platformCard, cause }: SettlementInput): Effect {
  if (cause === "redeemed_there") return { changes: { unpostedCents: 0 } };
  if (cause === "credited_there") {
    return { changes: { expectedCents: platformCard.seenCents ?? platformCard.expectedCents } };
  }
  // The shop lost the card: create it again.
  const unseen = { seenCents: null, seenAs: null, seenAt: null };
  const created = { platformId: null, state: "queued", reason: null, expectedCents: 0 } as const;
  return { changes: { ...created, ...NOTHING_PENDING, ...unseen } };
}

/** The ledger records what was redeemed or credited in the shop. */
async function keepPlatform(input: SettlementInput): Promise<Effect> {
  const { ctx, tx, card, connection, platformCard, cause } = input;
  const referenceId = referenceOf(connection.kind, platformCard.platformId);
  if (cause === "redeemed_there") {
    // The balance of a card that was replaced is on the new one.
    const payer = found(await lockLatestCard(tx, { merchantId: card.merchantId, cardId: card.id }));
    const amountCents = Math.min(platformCard.unpostedCents, await readAvailable(tx, payer));
    // Allowed for expired cards: the merchant decides.
    const spend = { ...PLATFORM_REDEMPTION_POLICY, refusesExpired: false, cardId: payer.id };
    if (amountCents > 0) await moveOne(ctx, tx, { ...spend, amountCents, referenceId });
    // What is held may become free again, so it is left to be settled.
    const heldCents = Math.min(platformCard.unpostedCents, payer.balanceCents) - amountCents;
    return { changes: { unpostedCents: heldCents }, movedCents: -amountCents };
  }
  const seenCents = platformCard.seenCents ?? platformCard.expectedCents;
  const amountCents = seenCents - platformCard.expectedCents;
  const credit = { ...MOVEMENT_POLICIES.topUp, source: "platform", cardId: card.id };
  await moveOne(ctx, tx, { ...credit, amountCents, referenceId });
  return { changes: { expectedCents: seenCents }, movedCents: amountCents };
}
