import { and, eq, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { audit, authorOf, type Change } from "@/lib/domain/audit/audit";
import { releaseHoldsOf } from "@/lib/ledger/post/available";
import { emit } from "@/lib/ledger/post/emit";
import { moveOne } from "@/lib/ledger/post/move";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { Card, RefusedStatuses } from "@/lib/ledger/post/records";
import { lockCard, lockingCard } from "./find";
import { EVENTS_BY_CHANGE, MOVEMENT_POLICIES } from "./movements";
import { REFUSED_STATUSES, refuseStatus } from "./refused-statuses";

/** What becomes of the balance of a card that is disabled: it stays owed, or is taken as income. */
export const BALANCE_OUTCOMES = ["keep", "write_off"] as const;
export type BalanceOutcome = (typeof BALANCE_OUTCOMES)[number];

type Disable = { cardId: string; balance?: BalanceOutcome | undefined };

/**
 * Disables an active card permanently; its balance can no longer be redeemed (spec, Cards). Its holds are
 * released. Writing the balance off needs an owner, or a key with money:write.
 * Refuses: insufficient_scope, not_found, card_already_disabled, card_not_active (with `status`).
 */
export async function disable(ctx: Ctx, { cardId, balance = "keep" }: Disable) {
  requireScope(ctx, "cards:write");
  // An owner's keys alone have money:write. Of a team, only owners write off.
  if (balance === "write_off")
    requireScope(ctx, ctx.principal.kind === "key" ? "money:write" : "store:own");
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
 * Takes the balance of a disabled card as income: the only movement that such a card still allows.
 * Refuses: not_found, invalid_request (a card that is not disabled, or has no balance).
 */
export const writeOffDisabled = (ctx: Ctx, { cardId }: { cardId: string }) =>
  lockedOperation(requireScope(ctx, "store:own"), lockingCard(ctx, cardId), async (tx, locked) => {
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

const writeOffBalance = (ctx: Ctx, tx: Tx, { id: cardId, balanceCents: amountCents }: Card) =>
  moveOne(ctx, tx, {
    ...MOVEMENT_POLICIES.disabledWriteOff,
    cardId,
    amountCents,
    note: "Balance of the disabled card written off",
  });

const writeOffEntry = ({ id, balanceCents: amountCents, currency }: Card): Change => ({
  action: "card.written_off",
  subjectId: id,
  details: { amountCents, currency },
});

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
