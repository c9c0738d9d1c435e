import { sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { cards } from "../db/schema/cards";
import { newId } from "../ids";
import { moveMany } from "../ledger/move";
import { operation } from "../ledger/operation";
import type { Card } from "../ledger/records";
import { newCode } from "./code";
import type { NewCard } from "./create";
import { findCards } from "./find";
import { MOVEMENTS } from "./movements";

export const MOST_CARDS_AT_ONCE = 100;

export type NewCards = NewCard & {
  /** From 1 to MOST_CARDS_AT_ONCE; an owner is given to one card alone. */
  count: number;
  /** What each is activated with, in minor units; without it they stay inactive. */
  amountCents?: number | undefined;
  note?: string | undefined;
};

/**
 * Creates `count` cards alike in one commit, and activates each when an amount is given. The answer
 * shows their codes, to whoever made them: the audit log has a row for each.
 * Refuses: what activate() refuses.
 */
export async function createMany(ctx: Ctx, wanted: NewCards): Promise<{ cards: Card[] }> {
  const { ids } = await operation(ctx, async (tx) => {
    const ids = Array.from({ length: wanted.count }, newId);
    const { currency, cardType, ownerEmail, amountCents, note } = wanted;
    await tx.insert(cards).values(
      ids.map((id) => ({
        merchantId: ctx.merchantId,
        id,
        ...newCode(ctx.merchantId, id),
        currency,
        cardType,
        status: "inactive" as const,
        ownerId:
          ownerEmail && amountCents === undefined
            ? sql`consumer_for(${newId()}, ${ownerEmail})`
            : null,
      })),
    );
    await audit(
      tx,
      authorOf(ctx),
      ...ids.map((id) => ({
        action: "card.created" as const,
        subjectId: id,
        details: { currency, cardType, ownerEmail },
      })),
    );
    if (amountCents !== undefined) {
      const activation = { ...MOVEMENTS.activation, amountCents, note, ownerEmail };
      await moveMany(
        ctx,
        tx,
        ids.map((cardId) => ({ ...activation, cardId })),
      );
    }
    return { ids };
  });
  return { cards: await findCards(ctx.merchantId, ids) };
}
