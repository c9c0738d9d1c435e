import { type Ctx, requireScope } from "@/lib/base/context";
import { sumsByCurrency } from "@/lib/base/money";
import type { Tx } from "@/lib/db/client/client";
import { audit, authorOf } from "@/lib/domain/audit/audit";
import { MOVEMENT_POLICIES } from "@/lib/domain/cards/movements";
import { readAvailable } from "@/lib/ledger/post/available";
import { type LockedCard, lockCards } from "@/lib/ledger/post/lock-cards";
import { moveMany } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";

export const MAX_CARDS_PER_WRITE_OFF = 100;

export type WriteOffResult = {
  writtenOff: { cardId: string; transactionId: string; amountCents: number; currency: string }[];
  /** Cards that can't be written off (anymore), and why. */
  skipped: SkippedCard[];
};

type SkippedCard = {
  cardId: string;
  reason: "not_found" | "not_active" | "frozen" | "not_expired" | "empty" | "held";
};

type WithAvailable = LockedCard & { availableCents: number };

/**
 * Writes off the balances of up to 100 expired cards as breakage, without what is held. Returns those it had to
 * skip, too.
 */
export const writeOff = (ctx: Ctx, { cardIds }: { cardIds: string[] }): Promise<WriteOffResult> =>
  lockedOperation(
    requireScope(ctx, "store:own"),
    (tx) => {
      const keys = cardIds.map((cardId) => ({ merchantId: ctx.merchantId, cardId }));
      return lockCards(tx, keys);
    },
    async (tx, locked) => {
      const cards: WithAvailable[] = [];
      for (const card of locked) {
        cards.push({ ...card, availableCents: await readAvailable(tx, card) });
      }
      const skipped = [...cardIds].sort().flatMap((cardId) => {
        const reason = skipReason(cards.find(({ id }) => id === cardId));
        return reason ? [{ cardId, reason }] : [];
      });
      const expired = cards.filter((card) => !skipReason(card));
      return { writtenOff: await takeBalances(ctx, tx, expired), skipped };
    },
  );

function skipReason(card: WithAvailable | undefined): SkippedCard["reason"] | null {
  if (!card) return "not_found";
  if (card.status !== "active") return "not_active";
  if (card.frozenReason !== null) return "frozen";
  if (!card.isExpired) return "not_expired";
  if (card.balanceCents === 0) return "empty";
  return card.availableCents === 0 ? "held" : null;
}

async function takeBalances(ctx: Ctx, tx: Tx, cards: WithAvailable[]) {
  if (cards.length === 0) return [];
  const cardIds = cards.map(({ id }) => id);
  const policy = { ...MOVEMENT_POLICIES.writeOff, note: "Expired balance written off" };
  const movements = cards.map(({ id, availableCents }) => ({
    ...policy,
    cardId: id,
    amountCents: availableCents,
  }));
  const moved = await moveMany(ctx, tx, movements);
  const writtenOff = moved.map(({ transaction }) => ({
    cardId: transaction.cardId,
    transactionId: transaction.id,
    amountCents: transaction.amountCents,
    currency: transaction.currency,
  }));
  const amounts = sumsByCurrency(writtenOff.map((one) => [one.currency, one.amountCents]));
  const details = { amounts, cardIds };
  const action = "breakage.written_off";
  await audit(tx, authorOf(ctx), { action, subjectId: ctx.merchantId, details });
  return writtenOff;
}
