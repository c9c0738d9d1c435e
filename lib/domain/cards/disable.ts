import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf, type Change } from "@/lib/domain/audit/audit";
import { releaseHoldsOf } from "@/lib/ledger/post/available";
import { emit } from "@/lib/ledger/post/emit";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { Card, RefusedStatuses } from "@/lib/ledger/post/records";
import { lockCard, lockingCard } from "./find";
import { EVENTS_BY_CHANGE } from "./movements";
import { REFUSED_STATUSES, refuseStatus } from "./refused-statuses";
import { requireWriteOff, writeOffBalance, writeOffEntry } from "./write-off";

/** What becomes of the balance of a card that is disabled: it stays owed, or is taken as income. */
export const BALANCE_OUTCOMES = ["keep", "write_off"] as const;
export type BalanceOutcome = (typeof BALANCE_OUTCOMES)[number];

type Disable = { cardId: string; balance?: BalanceOutcome | undefined };

/**
 * Disables an active card permanently; its balance can no longer be redeemed (spec, Cards). Its holds are
 * released. Writing off its balance needs an owner, or a key with money:write (requireWriteOff()).
 * Refuses: insufficient_scope, not_found, card_already_disabled, card_not_active (with `status`).
 */
export async function disable(ctx: Ctx, { cardId, balance = "keep" }: Disable) {
  requireScope(ctx, "cards:write");
  if (balance === "write_off") requireWriteOff(ctx, { isDisabling: true });
  return await disableUnless(ctx, cardId, REFUSED_STATUSES.disable, balance);
}

/** Disables a card unless its status is in `refused`. Refuses: not_found, the codes in `refused`. */
const disableUnless = (
  ctx: Ctx,
  cardId: string,
  refused: RefusedStatuses,
  balance: BalanceOutcome = "keep",
) =>
  lockedOperation(ctx, lockingCard(ctx, cardId), async (tx, locked): Promise<{ card: Card }> => {
    const card = found(locked);
    refuseStatus(card, refused);
    // No refusals past this line.
    await releaseHoldsOf(tx, card);
    const writtenOffCents = balance === "write_off" ? card.balanceCents : 0;
    if (writtenOffCents > 0) await writeOffBalance(ctx, tx, card);
    const disabled = await endCard(ctx, tx, card);
    const { balanceCents, currency } = disabled;
    const details = { balanceCents, currency, ...(writtenOffCents > 0 && { writtenOffCents }) };
    const changes: Change[] = [{ action: "card.disabled", subjectId: cardId, details }];
    if (writtenOffCents > 0) changes.push(writeOffEntry(card));
    await audit(tx, authorOf(ctx), ...changes);
    return { card: disabled };
  });

/** Voids unsold stock. Refuses: not_found, card_already_disabled, card_already_active. */
export const voidCard = (ctx: Ctx, { cardId }: { cardId: string }) =>
  disableUnless(requireScope(ctx, "store:manage"), cardId, REFUSED_STATUSES.void);

/**
 * Disables a locked card, writing `changes` with it, and emits its event. Returns it as it is then: no longer
 * frozen.
 */
export async function endCard(
  ctx: Ctx,
  tx: Tx,
  { merchantId, id }: Pick<Card, "merchantId" | "id">,
  changes: Partial<typeof cards.$inferInsert> = {},
): Promise<Card> {
  await tx
    .update(cards)
    .set({
      ...changes,
      status: "disabled",
      frozenReason: null,
      sequence: sql`${cards.sequence} + 1`,
      updatedAt: sql`statement_timestamp()`,
    })
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, id)));
  const card = found(await lockCard(tx, merchantId, id));
  const disabled = { causeId: newId(), amountCents: 0, events: EVENTS_BY_CHANGE.disabled };
  await emit(ctx, tx, card, disabled);
  return card;
}
