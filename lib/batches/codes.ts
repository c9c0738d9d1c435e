import { and, asc, eq, gt, lte } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { openCode } from "../cards/code";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import type { CardStatus } from "../ledger/records";
import { batchesOf } from "../page";
import { idleBatch } from "./batch";

/** A card for a printer: its place in the batch, and its code in groups of 4. */
export type PrintedCard = {
  id: string;
  place: number;
  code: string;
  currency: string;
  status: CardStatus;
};

/** A card of the exported file, with the batch's activation amount in minor units. */
export type ExportedCode = PrintedCard & { amountCents: number | null };

/**
 * Every card of a batch with its code. The export is audited before the first row is sent.
 * Refuses: not_found, batch_busy.
 */
export async function* exportCodes(
  ctx: Ctx,
  { batchId }: { batchId: string },
): AsyncGenerator<ExportedCode[]> {
  const { merchantId } = ctx;
  const { name, createdCards, amountCents } = await idleBatch(db(), merchantId, batchId);
  await audit(db(), authorOf(ctx), {
    action: "batch.codes_exported",
    subjectId: batchId,
    details: { name, cards: createdCards },
  });
  let firstPlace = 1;
  yield* batchesOf(async (after, limit) => {
    const rows = await codesOf(merchantId, batchId, { after, limit, firstPlace });
    firstPlace += rows.length;
    return rows.map((row) => ({ ...row, amountCents }));
  });
}

type Slice = { after: string | null; upTo?: string; limit: number; firstPlace: number };

/** Up to `limit` cards of a batch with their codes, in order. */
export async function codesOf(
  merchantId: string,
  batchId: string,
  { after, upTo, limit, firstPlace }: Slice,
): Promise<PrintedCard[]> {
  const rows = await db()
    .select({
      id: cards.id,
      merchantId: cards.merchantId,
      sealedCode: cards.sealedCode,
      currency: cards.currency,
      status: cards.status,
    })
    .from(cards)
    .where(
      and(
        eq(cards.merchantId, merchantId),
        eq(cards.batchId, batchId),
        after ? gt(cards.id, after) : undefined,
        upTo ? lte(cards.id, upTo) : undefined,
      ),
    )
    .orderBy(asc(cards.id))
    .limit(limit);
  return rows.map((row, index) => ({
    id: row.id,
    place: firstPlace + index,
    code: openCode(row),
    currency: row.currency,
    status: row.status,
  }));
}
