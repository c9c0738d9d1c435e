import { sql } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { cards } from "../db/schema/cards";
import { newId } from "../ids";
import { operation } from "../ledger/operation";
import type { Card, CardType } from "../ledger/records";
import { newCode } from "./code";
import { CARD_ROW } from "./find";

export type NewCard = { currency: string; cardType: CardType; ownerEmail?: string | undefined };

/** Creates an inactive card with a balance of 0, owned by `ownerEmail` when given (spec, Cards). */
export const create = (ctx: Ctx, { currency, cardType, ownerEmail }: NewCard) =>
  operation(ctx, async (tx): Promise<{ card: Card }> => {
    const id = newId();
    const [row] = await tx
      .insert(cards)
      .values({
        merchantId: ctx.merchantId,
        id,
        ...newCode(ctx.merchantId, id),
        currency,
        cardType,
        status: "inactive",
        ownerId: ownerEmail ? sql`consumer_for(${newId()}, ${ownerEmail})` : null,
      })
      .returning(CARD_ROW);
    if (!row) throw new Error("the new card was not returned");
    await audit(tx, authorOf(ctx), {
      action: "card.created",
      subjectId: id,
      details: { currency, cardType, ownerEmail },
    });
    return { card: { ...row, ownerEmail: ownerEmail ?? null } };
  });
