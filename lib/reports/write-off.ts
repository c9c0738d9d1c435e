import { and, eq, inArray } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { MOVEMENTS } from "../cards/movements";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { expiredBalances as listed } from "../db/schema/ageing";
import { type LockedCard, lockCards } from "../ledger/lock-cards";
import { moveMany } from "../ledger/move";
import { lockedOperation } from "../ledger/operation";

export const MAX_WRITTEN_OFF = 100;

const NOTE = "Expired balance written off";

export type WrittenOff = {
  writtenOff: { cardId: string; transactionId: string; amountCents: number; currency: string }[];
  /** What can't be written off (any more), and why. */
  skipped: Skipped[];
};

type Skipped = { cardId: string; reason: "not_found" | "not_active" | "not_expired" | "empty" };

/**
 * Writes off what is left on up to a hundred expired cards as breakage, in one commit (design,
 * Ledger). Cards that were revived, spent or disabled meanwhile are skipped and told.
 */
export const writeOff = (ctx: Ctx, { cardIds }: { cardIds: string[] }): Promise<WrittenOff> =>
  lockedOperation(
    ctx,
    (tx) =>
      lockCards(
        tx,
        cardIds.map((cardId) => ({ merchantId: ctx.merchantId, cardId })),
      ),
    async (tx, cards) => {
      const skipped = [...cardIds].sort().flatMap((cardId) => {
        const reason = whyNot(cards.find(({ id }) => id === cardId));
        return reason ? [{ cardId, reason }] : [];
      });
      const expired = cards.filter((card) => !whyNot(card));
      return { writtenOff: await takeBalances(ctx, tx, expired), skipped };
    },
  );

function whyNot(card: LockedCard | undefined): Skipped["reason"] | null {
  if (!card) return "not_found";
  if (card.status !== "active") return "not_active";
  if (!card.isExpired) return "not_expired";
  return card.balanceCents === 0 ? "empty" : null;
}

async function takeBalances(
  ctx: Ctx,
  tx: Tx,
  cards: LockedCard[],
): Promise<WrittenOff["writtenOff"]> {
  if (cards.length === 0) return [];
  const cardIds = cards.map(({ id }) => id);
  const movements = cards.map(({ id: cardId, balanceCents: amountCents }) => ({
    ...MOVEMENTS.writeOff,
    cardId,
    amountCents,
    note: NOTE,
  }));
  const moved = await moveMany(ctx, tx, movements);
  // Last, when no card is to be locked any more: others hold a card when they come here.
  const { merchantId } = ctx;
  await tx
    .delete(listed)
    .where(and(eq(listed.merchantId, merchantId), inArray(listed.cardId, cardIds)));
  const writtenOff = moved.map(({ transaction }) => ({
    cardId: transaction.cardId,
    transactionId: transaction.id,
    amountCents: transaction.amountCents,
    currency: transaction.currency,
  }));
  await audit(tx, authorOf(ctx), {
    action: "breakage.written_off",
    subjectId: merchantId,
    details: { amounts: amountsOf(writtenOff), cardIds },
  });
  return writtenOff;
}

/** What was written off by currency, in minor units; as text, since sums may exceed a number. */
function amountsOf(writtenOff: WrittenOff["writtenOff"]): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const { currency, amountCents } of writtenOff) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountCents));
  }
  return Object.fromEntries([...sums].map(([currency, cents]) => [currency, String(cents)]));
}
