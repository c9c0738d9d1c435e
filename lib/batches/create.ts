import { audit, authorOf } from "../audit/audit";
import type { Ctx } from "../context";
import { operation } from "../ledger/operation";
import type { CardType } from "../ledger/records";
import type { Batch } from "./batch";
import { beginBatch } from "./begin";

export type NewBatch = {
  name: string;
  /** From 1 to MOST_CARDS_IN_A_BATCH. */
  quantity: number;
  currency: string;
  cardType: CardType;
  /** With which each card is to be activated, in minor units; the cards are made inactive. */
  amountCents?: number | undefined;
};

/**
 * Creates a batch at once and its inactive cards, with a balance of 0, soon after: workDue() makes
 * them in slices (design, section 3).
 */
export const createBatch = (ctx: Ctx, wanted: NewBatch) =>
  operation(ctx, async (tx): Promise<{ batch: Batch }> => {
    const { batch } = await beginBatch(ctx, tx, { ...wanted, source: "created" });
    const what = { action: "batch.created", subjectId: batch.id, details: wanted } as const;
    await audit(tx, authorOf(ctx), what);
    return { batch };
  });
