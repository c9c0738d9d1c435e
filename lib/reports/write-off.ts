import { and, eq, inArray } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { MOVEMENTS } from "../cards/movements";
import type { Ctx } from "../context";
import type { Tx } from "../db/client";
import { expiredBalances as listed } from "../db/schema/ageing";
import { type LockedCard, lockCards } from "../ledger/lock-cards";
import { moveMany } from "../ledger/move";
import { lockedOperation } from "../ledger/operation";
import { sumsByCurrency } from "../money";

export const MAX_WRITTEN_OFF = 100;

const NOTE = "Expired balance written off";

export type WrittenOff = {
  writtenOff: { cardId: string; transactionId: string; amountCents: number; currency: string }[];
  /** Cards that can't be written off (anymore), and why. */
  skipped: Skipped[];
};

type Skipped = { cardId: string; reason: "not_found" | "not_active" | "not_expired" | "empty" };

/**
 * Writes off the balances of up to 100 expired cards as breakage, in one transaction. Also returns the cards
 * that were skipped, for example because they were topped up or disabled in the meantime.
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
  // Last, because all transactions lock cards before their rows in expired_balances.
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
  const amounts = sumsByCurrency(
    writtenOff.map(({ currency, amountCents }) => [currency, amountCents]),
  );
  await audit(tx, authorOf(ctx), {
    action: "breakage.written_off",
    subjectId: merchantId,
    details: { amounts, cardIds },
  });
  return writtenOff;
}
