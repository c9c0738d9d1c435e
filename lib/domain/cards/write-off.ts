import { type Ctx, requireScope } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { sumsByCurrency } from "@/lib/base/money";
import type { Tx } from "@/lib/db/client/client";
import { audit, authorOf, type Change } from "@/lib/domain/audit/audit";
import { readAvailable } from "@/lib/ledger/post/available";
import { type LockedCard, lockCards } from "@/lib/ledger/post/lock-cards";
import { moveMany, moveOne } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { Card } from "@/lib/ledger/post/records";
import { lockingCard } from "./find";
import { MOVEMENT_POLICIES } from "./movements";

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

/**
 * Checks that the caller may write off balances: an owner of the store. To disable a card and write off its balance,
 * a key with money:write is enough, because only owners create one. Returns the context. Refuses: insufficient_scope.
 */
export const requireWriteOff = (ctx: Ctx, { isDisabling = false } = {}): Ctx =>
  requireScope(ctx, isDisabling && ctx.principal.kind === "key" ? "money:write" : "store:own");

type WithAvailable = LockedCard & { availableCents: number };

/**
 * Writes off the balances of up to 100 expired cards as breakage, less what is held. Returns those it had to
 * skip, too. Refuses: insufficient_scope.
 */
export const writeOffExpired = (
  ctx: Ctx,
  { cardIds }: { cardIds: string[] },
): Promise<WriteOffResult> =>
  lockedOperation(
    requireWriteOff(ctx),
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

/**
 * Takes the balance of a disabled card as income: the only movement that such a card still allows.
 * Refuses: insufficient_scope, not_found, invalid_request (a card that is not disabled, or has no balance).
 */
export const writeOffDisabled = (ctx: Ctx, { cardId }: { cardId: string }) =>
  lockedOperation(requireWriteOff(ctx), lockingCard(ctx, cardId), async (tx, locked) => {
    const card = found(locked);
    if (card.status !== "disabled") {
      throw new Refusal("invalid_request", {
        message: "Deactivate the card before you write off its balance.",
        extras: { status: card.status },
      });
    }
    if (card.balanceCents === 0) {
      throw new Refusal("invalid_request", { message: "The card has no balance to write off." });
    }
    // No refusals past this line.
    const moved = await writeOffBalance(ctx, tx, card);
    await audit(tx, authorOf(ctx), writeOffEntry(card));
    return moved;
  });

/** Takes the whole balance of a locked card as income, when it is disabled or later. */
export const writeOffBalance = (
  ctx: Ctx,
  tx: Tx,
  { id: cardId, balanceCents: amountCents }: Card,
) =>
  moveOne(ctx, tx, {
    ...MOVEMENT_POLICIES.disabledWriteOff,
    cardId,
    amountCents,
    note: "Balance of the deactivated card written off",
  });

/** The audit log's entry for writeOffBalance(). */
export const writeOffEntry = ({ id, balanceCents: amountCents, currency }: Card): Change => ({
  action: "card.written_off",
  subjectId: id,
  details: { amountCents, currency },
});
