import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Ctx, requireScope } from "@/lib/base/context";
import { found, Refusal } from "@/lib/base/errors";
import { type Db, db, type Tx } from "@/lib/db/client/client";
import { cards } from "@/lib/db/schema/cards";
import { holds } from "@/lib/db/schema/holds";
import { HAS_EXPIRED } from "@/lib/ledger/post/available";
import { type LockedCard, lockCards } from "@/lib/ledger/post/lock-cards";
import { lockedOperation } from "@/lib/ledger/post/operation";
import type { Instant } from "@/lib/ledger/post/records";

type HoldRow = typeof holds.$inferSelect;
export type HoldStatus = HoldRow["status"];

/** An amount of a card that is set aside until it is captured or released, or until it expires. */
export type Hold = Pick<
  HoldRow,
  "id" | "cardId" | "amountCents" | "capturedCents" | "status" | "referenceId" | "note" | "metadata"
> & { currency: string; expiresAt: Instant; createdAt: Instant };

/** The status of a hold as it is shown: expired from its `expires_at` on. */
export const SHOWN_STATUS = sql<HoldStatus>`case when ${holds.status} = 'held' and ${HAS_EXPIRED}
  then 'expired' else ${holds.status} end`;

/** Selects holds with the currency of their cards. */
export const selectHolds = (from: Db | Tx, where: SQL | undefined) =>
  from
    .select({
      id: holds.id,
      cardId: holds.cardId,
      amountCents: holds.amountCents,
      capturedCents: holds.capturedCents,
      currency: cards.currency,
      status: SHOWN_STATUS,
      expiresAt: holds.expiresAt,
      referenceId: holds.referenceId,
      note: holds.note,
      metadata: holds.metadata,
      createdAt: holds.createdAt,
    })
    .from(holds)
    .innerJoin(cards, and(eq(cards.merchantId, holds.merchantId), eq(cards.id, holds.cardId)))
    .where(where);

const isHold = (merchantId: string, holdId: string): SQL | undefined =>
  and(eq(holds.merchantId, merchantId), eq(holds.id, holdId));

/** The merchant's hold with this id. Refuses: not_found. */
export async function findHold(
  merchantId: string,
  holdId: string,
  from: Db | Tx = db(),
): Promise<Hold> {
  const [hold] = await selectHolds(from, isHold(merchantId, holdId));
  return found(hold);
}

/**
 * Changes a hold that is still held, in one guarded operation under the lock of its card.
 * Refuses: not_found, hold_ended (with its `status`), and what `change` does.
 */
export const changeHold = <T extends object>(
  ctx: Ctx,
  holdId: string,
  change: (tx: Tx, hold: Hold) => Promise<T>,
): Promise<T> =>
  lockedOperation(
    requireScope(ctx, "money:write"),
    (tx) => lockCardOfHold(tx, ctx.merchantId, holdId),
    async (tx, card) => await change(tx, await requireHeld(tx, ctx.merchantId, holdId, card)),
  );

/** Undefined without such a hold. */
async function lockCardOfHold(
  tx: Tx,
  merchantId: string,
  holdId: string,
): Promise<LockedCard | undefined> {
  const [hold] = await tx
    .select({ cardId: holds.cardId })
    .from(holds)
    .where(isHold(merchantId, holdId));
  const [card] = hold ? await lockCards(tx, [{ merchantId, cardId: hold.cardId }]) : [];
  return card;
}

/** The hold on this locked card, if it is still held. Refuses: not_found, hold_ended (with its `status`). */
async function requireHeld(
  tx: Tx,
  merchantId: string,
  holdId: string,
  card: LockedCard | undefined,
): Promise<Hold> {
  const hold = await findHold(merchantId, holdId, tx);
  // Retried: the hold moved to the card that replaced this one.
  if (hold.cardId !== card?.id) throw Object.assign(new Error("a hold moved"), { code: "40001" });
  if (hold.status !== "held") throw new Refusal("hold_ended", { extras: { status: hold.status } });
  return hold;
}

/** Ends a hold whose card is locked. Returns it as it is then. */
export async function endHold(
  tx: Tx,
  merchantId: string,
  hold: Hold,
  ending: { status: "captured"; capturedCents: number } | { status: "released" },
): Promise<Hold> {
  await tx
    .update(holds)
    .set({ ...ending, endedAt: sql`statement_timestamp()` })
    .where(isHold(merchantId, hold.id));
  await tx
    .update(cards)
    .set({ heldCents: sql`${cards.heldCents} - ${hold.amountCents}::bigint` })
    .where(and(eq(cards.merchantId, merchantId), eq(cards.id, hold.cardId)));
  return { ...hold, ...ending };
}
