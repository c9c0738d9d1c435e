import { and, asc, eq, getTableColumns, gt, lte } from "drizzle-orm";
import { audit, authorOf } from "../audit/audit";
import { openCode } from "../cards/code";
import type { Ctx } from "../context";
import { db } from "../db/client";
import { cards } from "../db/schema/cards";
import { merchants } from "../db/schema/merchants";
import { env } from "../env";
import { invalid } from "../errors";
import type { CardStatus } from "../ledger/records";
import { batchesOf } from "../page";
import { idleBatch } from "./batch";
import { boundsOf, type Range, rangeIn } from "./range";

// Keeps the PDF easy to print and check.
const MAX_CARDS_ON_SHEETS = 500;

/** A card to print, with its position in the batch and its code in groups of 4. */
export type PrintedCard = {
  id: string;
  place: number;
  code: string;
  currency: string;
  status: CardStatus;
};

/** A row of the exported file, with the batch's activation amount in minor units. */
export type ExportedCode = PrintedCard & { amountCents: number | null };

/**
 * Streams every card of a batch with its code. The export is audited before the first row is sent.
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

export type Sheet = {
  store: string;
  batch: string;
  /** The balance page's URL without its scheme. */
  balancePage: string;
  /** The activation amount of each card, in minor units. */
  amountCents: number | null;
  cards: PrintedCard[];
};

/**
 * Returns up to 500 cards of a batch with their codes, for printing. Audited. Refuses: not_found,
 * batch_busy, invalid_request (to).
 */
export async function printSheet(
  ctx: Ctx,
  { batchId, ...wanted }: Range & { batchId: string },
): Promise<Sheet> {
  const { merchantId } = ctx;
  const batch = await idleBatch(db(), merchantId, batchId);
  const range = rangeIn(batch, wanted);
  const limit = range.to - range.from + 1;
  if (limit > MAX_CARDS_ON_SHEETS) {
    throw invalid("to", `at most ${MAX_CARDS_ON_SHEETS} cards are printed at once`);
  }
  const [store] = await db()
    .select({ name: merchants.name, slug: merchants.slug })
    .from(merchants)
    .where(eq(merchants.id, merchantId));
  if (!store) throw new Error("the store is not there");
  const { afterCardId, lastCardId } = await boundsOf(db(), merchantId, batch, range);
  const slice = { after: afterCardId, upTo: lastCardId, limit, firstPlace: range.from };
  const cards = await codesOf(merchantId, batchId, slice);
  await audit(db(), authorOf(ctx), {
    action: "batch.sheet_printed",
    subjectId: batchId,
    details: { name: batch.name, cards: cards.length, ...range },
  });
  return {
    store: store.name,
    batch: batch.name,
    balancePage: `${env().appUrl}/balance/${store.slug}`.replace(/^https?:\/\//, ""),
    amountCents: batch.amountCents,
    cards,
  };
}

type Slice = { after: string | null; upTo?: string; limit: number; firstPlace: number };

/** Up to `limit` cards of a batch with their codes, in id order. */
async function codesOf(
  merchantId: string,
  batchId: string,
  { after, upTo, limit, firstPlace }: Slice,
): Promise<PrintedCard[]> {
  const { id, sealedCode, currency, status } = getTableColumns(cards);
  const rows = await db()
    .select({ id, merchantId: cards.merchantId, sealedCode, currency, status })
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
